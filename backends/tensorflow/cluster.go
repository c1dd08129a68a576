//go:build tensorflow

package tensorflow

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	pb "github.com/wamuir/graft/tensorflow/core/protobuf/for_core_protos_go_proto"
	"google.golang.org/protobuf/proto"

	"github.com/goivy/goivy/backends/internal/inline"
	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// def is the cluster as seen from a task of it.
func (c Cluster) def(job string, task int) ([]byte, error) {
	cluster := &pb.ClusterDef{}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		tasks := map[int32]string{}
		for i, a := range c[name] {
			tasks[int32(i)] = a
		}
		cluster.Job = append(cluster.Job, &pb.JobDef{Name: name, Tasks: tasks})
	}
	return proto.Marshal(&pb.ServerDef{Cluster: cluster, JobName: job, TaskIndex: int32(task), Protocol: "grpc",
		DefaultSessionConfig: &pb.ConfigProto{GraphOptions: asWritten}})
}

// Serve makes this process a task of a cluster: it computes what processes that have
// joined the cluster by [Connect] place on its devices, until it ends.
//
// TensorFlow's protocol knows no passwords and no encryption: whoever reaches the port can
// read the memory of the process and run what they like in it. It belongs on a network
// whose every member is trusted.
func Serve(c Cluster, job string, task int) error {
	if err := c.check(); err != nil {
		return err
	}
	if task < 0 || task >= len(c[job]) {
		return fmt.Errorf("tensorflow: the cluster has no task %d of the job %q", task, job)
	}
	def, err := c.def(job, task)
	if err != nil {
		return err
	}
	if _, err = tfeager.Serve(def); err != nil {
		return fmt.Errorf("tensorflow: task %d of the job %s at %s: %w", task, job, c[job][task], err)
	}
	return nil
}

// devices are those of the cluster that has been joined; nil of none.
var devices atomic.Pointer[[]string]

var (
	joining sync.Mutex
	stuck   atomic.Bool // one join has no end
	cluster Cluster     // that has been joined
	own     string      // this process's address in it
	tasks   []*task     // of it
)

// connectTimeout is how long Connect waits for the servers of a cluster.
const connectTimeout = 20 * time.Second

// Connect joins a cluster, whose tasks must be there (see [Serve]): their devices appear
// among the backend's, as "/job:worker/task:1/device:CPU:0", arrays that are placed on one
// by ToDevice stay there, and what is computed with them is computed there. Arrays of this
// process's own device, "cpu", go along. A process joins one cluster; the number of
// threads stays from then on.
//
// Operations on a task that is gone, or that does not answer for [DeviceTimeout], are errors
// of kind ivy.ErrDevice. One that stands still and goes on is used again as before. One
// that has ended is lost, with all arrays that lay on it; when it has been started again, at
// the same address, Connect with the same cluster joins it anew, and arrays on the other
// tasks stay as they are.
//
// See [Serve] on what TensorFlow's protocol does not protect.
func Connect(c Cluster) error {
	if err := c.check(); err != nil {
		return err
	}
	joining.Lock()
	defer joining.Unlock()
	again := devices.Load() != nil
	switch {
	case stuck.Load(), again && !c.equal(cluster):
		return errors.New("tensorflow: this process has joined a cluster already")
	case again && !slices.ContainsFunc(tasks, (*task).ended):
		return errors.New("tensorflow: this process has joined this cluster already, and none of its tasks has ended since")
	}
	err := c.reach()
	if err != nil {
		return err
	}
	if !again {
		if own, err = freeAddress(c); err != nil {
			return err
		}
	}
	all := maps.Clone(c)
	all[client] = []string{own}
	def, err := all.def(client, 0)
	if err != nil {
		return err
	}
	if err := joinLibrary(def, again); err != nil {
		return fmt.Errorf("tensorflow: the cluster cannot be joined: %w", err)
	}
	names, err := tfeager.Devices()
	if err != nil {
		return err
	}
	if err := watchTasks(c); err != nil {
		return err
	}
	list, remotes, err := remoteDevices(names)
	if err != nil {
		return err
	}
	tfeager.SetRemotes(remotes)
	cluster = maps.Clone(c)
	devices.Store(&list)
	return nil
}

// reach returns an error if a task does not answer as a server of TensorFlow, for which the library itself
// would wait for long.
func (c Cluster) reach() error {
	for job, addresses := range c {
		for i, a := range addresses {
			conn, err := net.DialTimeout("tcp", a, connectTimeout/4)
			if err != nil {
				return fmt.Errorf("tensorflow: task %d of the job %s does not answer: %w", i, job, err)
			}
			err = greeted(conn)
			conn.Close()
			if err != nil {
				return fmt.Errorf("tensorflow: task %d of the job %s answers, but not as TensorFlow's servers do: %w", i, job, err)
			}
		}
	}
	return nil
}

// joinLibrary makes the library join the cluster of def, or join it again.
func joinLibrary(def []byte, again bool) error {
	threads.Lock()
	n := int(threads.n.Load())
	result := make(chan error, 1)
	go func() {
		defer threads.Unlock()
		if again {
			result <- tfeager.Rejoin(def, connectTimeout)
		} else {
			result <- tfeager.Connect(n, n, def, connectTimeout)
		}
	}()
	select {
	case err := <-result:
		return err
	case <-time.After(2 * connectTimeout): // a server that greets and then says no more
		stuck.Store(true)
		return errors.New("its servers do not answer; this process cannot join another any more")
	}
}

// watchTasks sets tasks to those of c: the ones known that have not ended, and new ones for the others.
func watchTasks(c Cluster) error {
	var old []*task
	old, tasks = tasks, nil
	for job, addresses := range c {
		for i, a := range addresses {
			k := slices.IndexFunc(old, func(t *task) bool { return t.address == a && !t.ended() })
			if k >= 0 {
				tasks = append(tasks, old[k])
				continue
			}
			t, err := watch(job, i, a)
			if err != nil {
				return err
			}
			tasks = append(tasks, t)
		}
	}
	return nil
}

// remoteDevices returns the backend's devices, the local one first and the others sorted, and the
// library's view of the others, each of a task.
func remoteDevices(names []string) (list []string, remotes []*tfeager.Remote, err error) {
	list = []string{localDevice}
	for _, name := range names {
		d := shortDevice(name)
		if d == localDevice {
			continue
		}
		list = append(list, d)
		k := slices.IndexFunc(tasks, func(t *task) bool { return strings.HasPrefix(d, t.devices()) })
		if k < 0 {
			return nil, nil, fmt.Errorf("tensorflow: the device %s is of no task of the cluster", d)
		}
		remotes = append(remotes, &tfeager.Remote{Name: name, Peer: tasks[k].peer})
	}
	slices.Sort(list[1:])
	return list, remotes, nil
}

func (c Cluster) equal(d Cluster) bool { return maps.EqualFunc(c, d, slices.Equal[[]string]) }

// greeted waits for the SETTINGS frame with which HTTP/2, and so gRPC, begins.
func greeted(conn net.Conn) error {
	var frame [9]byte
	conn.SetReadDeadline(time.Now().Add(connectTimeout / 4))
	if _, err := io.ReadFull(conn, frame[:]); err != nil {
		return err
	}
	const settings = 4
	if frame[3] != settings {
		return fmt.Errorf("% x", frame)
	}
	return nil
}

// freeAddress returns an address of this host that the tasks of a cluster can reach, with
// a port that is free.
func freeAddress(c Cluster) (string, error) {
	host := "127.0.0.1"
	for _, addresses := range c {
		for _, a := range addresses {
			conn, err := net.Dial("udp", a) // which sends nothing, but finds a way
			if err != nil {
				continue
			}
			if ip := conn.LocalAddr().(*net.UDPAddr).IP; !ip.IsLoopback() {
				host = ip.String()
			}
			conn.Close()
		}
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return "", fmt.Errorf("tensorflow: no free port: %w", err)
	}
	defer l.Close()
	return net.JoinHostPort(host, strconv.Itoa(l.Addr().(*net.TCPAddr).Port)), nil
}

// localDevice is this process's own device.
const localDevice = "cpu"

// shortDevice returns a device's name as Devices has it.
func shortDevice(full string) string {
	if strings.HasPrefix(full, "/job:localhost/") || strings.HasPrefix(full, "/job:"+client+"/") {
		return localDevice
	}
	return strings.Replace(full, "/replica:0", "", 1)
}

func fullDevice(short string) string {
	if short == localDevice {
		return "/job:" + client + "/replica:0/task:0/device:CPU:0"
	}
	return strings.Replace(short, "/task:", "/replica:0/task:", 1)
}

var _ backend.Placer = Backend{}

// Devices returns "cpu", and the devices of the cluster that has been joined.
func (Backend) Devices() []string {
	if list := devices.Load(); list != nil {
		return slices.Clone(*list)
	}
	return []string{localDevice}
}

// Device returns the device that b lies on.
func (Backend) Device(b backend.Buffer) string {
	if devices.Load() == nil {
		return localDevice
	}
	if _, ok := inline.Host(b.(*buffer).strided()); ok {
		return localDevice
	}
	if r := of(b).Remote(); r != nil {
		return shortDevice(r.Name)
	}
	return localDevice
}

// Place copies b to a device.
func (Backend) Place(out backend.Spec, b backend.Buffer, device string) (backend.Buffer, error) {
	t, err := of(b).Place(fullDevice(device))
	if err == nil && device != localDevice && out.Dtype != dtype.Invalid {
		_, err = t.Shape() // which waits for it
	}
	return made(out, t, err)
}
