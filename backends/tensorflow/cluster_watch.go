//go:build tensorflow

package tensorflow

import (
	"fmt"
	"io"
	"net"
	"slices"
	"sync/atomic"
	"time"

	"github.com/goivy/goivy/cgo/tfeager"
)

// A task is another process of the cluster, and a connection to it that shows whether it
// is there: TensorFlow itself waits without end for some answers of a process that has
// ended or stands still. The connection is one of HTTP/2 to the process's gRPC server, which
// is called again and again: it answers that it has no such method.
type task struct {
	job     string
	number  int
	address string
	peer    *tfeager.Peer

	conn  net.Conn
	heard atomic.Int64 // frames
	gone  atomic.Bool  // the connection has ended
}

func (t *task) String() string {
	return fmt.Sprintf("task %d of the job %s at %s", t.number, t.job, t.address)
}

// devices is how the names of its devices begin.
func (t *task) devices() string { return fmt.Sprintf("/job:%s/task:%d/", t.job, t.number) }

func (t *task) ended() bool { return t.gone.Load() }

// Frames of HTTP/2 (RFC 9113): their types, flags, and the length of their header.
const (
	frameHeaders  = 1
	frameSettings = 4
	framePing     = 6

	flagAck       = 1
	flagEndStream = 1
	flagEndHeader = 4

	frameHeader = 9
)

func frame(kind, flags byte, stream uint32, payload []byte) []byte {
	return append([]byte{0, 0, byte(len(payload)), kind, flags, byte(stream >> 24), byte(stream >> 16), byte(stream >> 8), byte(stream)}, payload...)
}

// question is the header of a call of gRPC, in HPACK (RFC 7541): fields by their number in
// its table, with the values that follow.
var question = func() []byte {
	const post, http, path, authority = 0x80 | 3, 0x80 | 6, 4, 1
	contentType := []byte{0x0f, 31 - 0x0f}
	text := func(s string) []byte { return append([]byte{byte(len(s))}, s...) }
	return slices.Concat([]byte{post, http, path}, text("/goivy/Answer"), []byte{authority}, text("goivy"),
		contentType, text("application/grpc"), []byte{0}, text("te"), text("trailers"))
}()

// watch connects to a task and begins to see whether it answers.
func watch(job string, number int, address string) (*task, error) {
	t := &task{job: job, number: number, address: address, peer: tfeager.NewPeer()}
	var err error
	if t.conn, err = net.DialTimeout("tcp", address, connectTimeout/4); err == nil {
		_, err = t.conn.Write(append([]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(frameSettings, 0, 0, nil)...))
	}
	if err != nil {
		return nil, fmt.Errorf("tensorflow: %v does not answer: %w", t, err)
	}
	go t.read()
	go t.ask()
	return t, nil
}

// read reads what the task sends, until the connection ends.
func (t *task) read() {
	var header [frameHeader]byte
	for {
		_, err := io.ReadFull(t.conn, header[:])
		n := int64(header[0])<<16 | int64(header[1])<<8 | int64(header[2])
		var payload []byte
		switch kind, ack := header[3], header[4]&flagAck != 0; {
		case err != nil:
		case kind == framePing && n == 8:
			payload = make([]byte, n)
			if _, err = io.ReadFull(t.conn, payload); err == nil && !ack {
				_, err = t.conn.Write(frame(framePing, flagAck, 0, payload))
			}
		default:
			if _, err = io.CopyN(io.Discard, t.conn, n); err == nil && kind == frameSettings && !ack {
				_, err = t.conn.Write(frame(frameSettings, flagAck, 0, nil))
			}
		}
		if err != nil {
			t.gone.Store(true)
			t.conn.Close()
			t.peer.End(t.lost("its process has ended the connection: %v (start it again, and join it anew with tensorflow.Connect; what lay there is lost)", err))
			return
		}
		t.heard.Add(1)
	}
}

func (t *task) lost(format string, args ...any) error {
	return &tfeager.Error{Code: unavailable, Text: t.String() + ": " + fmt.Sprintf(format, args...)}
}

// ask asks the task to answer, several times in each timeout, as long as it does. What
// counts is questions without an answer, not time: this process may have stood still
// itself.
func (t *task) ask() {
	const most = 6 // without an answer; with the pause before the first less than the timeout
	heard, unanswered, stream := int64(-1), 0, uint32(1)
	for !t.gone.Load() {
		timeout := DeviceTimeout()
		time.Sleep(timeout / (most + 2))
		if now := t.heard.Load(); now != heard {
			heard, unanswered = now, 0
			t.peer.Find()
			t.conn.SetWriteDeadline(time.Now().Add(timeout))
			t.conn.Write(frame(frameHeaders, flagEndStream|flagEndHeader, stream, question)) // read sees an error
			stream += 2
			continue
		}
		if unanswered++; unanswered == most {
			t.peer.Lose(t.lost("no answer for %v (it is used again when it answers; tensorflow.SetDeviceTimeout sets how long operations wait)", timeout))
		}
	}
}
