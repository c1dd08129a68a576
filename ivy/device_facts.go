package ivy

import (
	"iter"
	"math"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// deviceKind returns what a device is, by the words of its name: "cpu", "gpu" or "tpu". The
// frameworks call the same thing "cuda:0", "gpu:0", "GPU:0" and "/job:worker/task:1/device:GPU:0".
func deviceKind(d string) (kind string, number int) {
	kind = "cpu"
	words := strings.FieldsFunc(strings.ToLower(d), func(r rune) bool { return r == ':' || r == '/' || r == '_' })
	for i, w := range words {
		switch w {
		case "gpu", "cuda", "rocm":
			kind = "gpu"
		case "tpu", "xla":
			kind = "tpu"
		case "cpu":
		default:
			continue
		}
		if i+1 < len(words) {
			if n, err := strconv.Atoi(words[i+1]); err == nil && n >= 0 {
				number = n
			}
		}
	}
	return kind, number
}

// isHost reports whether a device is the processors of this machine.
func isHost(d string) bool { d = strings.ToLower(d); return d == "cpu" || d == "cpu:0" }

// AsIvyDev returns the device of the current backend that x means: a device, or its name as one of the
// frameworks writes it, "GPU", "cuda" and "gpu:0" alike for the first graphics processor; or the device of an array. What
// is none is an error of kind ErrDevice.
func (e *Env) AsIvyDev(x any) Device {
	defer blame("AsIvyDev")
	var name string
	switch x := x.(type) {
	case *Array:
		if x == nil {
			check(errNil)
		}
		return x.Device()
	case Device:
		name = string(x)
	case string:
		name = x
	default:
		check(errorf(ErrDevice, "a %T is no device", x))
	}
	be := e.now.Load().be
	if d := be.deviceOf(name); d != "" {
		return d
	}
	check(be.onDevice(Device(name)))
	panic(errorf(ErrDevice, "an empty name is no device (there is %v)", be.Devices()))
}

// deviceOf returns the device that a name means, "" if none does.
func (be *engine) deviceOf(name string) Device {
	if name == "" {
		return ""
	}
	kind, number := deviceKind(name)
	bare := strings.ToLower(name)
	if i := strings.LastIndexByte(bare, ':'); i >= 0 && bare[i+1:] == strconv.Itoa(number) {
		bare = bare[:i]
	}
	alias := bare == "cpu" || bare == "gpu" || bare == "cuda" || bare == "tpu"
	found := Device("")
	for _, d := range be.Devices() {
		if d == name {
			return Device(d)
		}
		if k, n := deviceKind(d); alias && found == "" && k == kind && n == number && !strings.Contains(d, "/") {
			found = Device(d)
		}
	}
	return found
}

// known returns a device that an argument names, of the current backend.
func (e *Env) knownDevice(d Device) (string, *engine) {
	be := e.now.Load().be
	if d == "" {
		check(errorf(ErrDevice, "an empty name is no device (there is %v)", be.Devices()))
	}
	check(be.onDevice(d))
	return string(d), be
}

// memoryOf returns the memory of a device.
func (e *Env) memoryOf(d Device) backend.Memory {
	name, be := e.knownDevice(d)
	if isHost(name) {
		m, ok := backend.HostMemory()
		if !ok {
			check(errorf(ErrUnsupported, "%s does not say how much memory the machine has", runtime.GOOS))
		}
		return m
	}
	m, err := be.monitor(name).DeviceMemory(name)
	check(err)
	return m
}

// monitor returns what knows about a device that is not the host's.
func (be *engine) monitor(device string) backend.Monitor {
	m, ok := be.Backend.(backend.Monitor)
	if !ok {
		check(errorf(ErrUnsupported, "backend %s does not know the memory and use of device %q", be.name, device))
	}
	return m
}

// TotalMemOnDev returns how many bytes of memory a device of the current backend has; of the host, "cpu",
// the machine. It is an error of kind ErrUnsupported where the system or the backend does not say: the host's
// is known on Linux. Ivy's total_mem_on_dev has 10⁹ bytes as its unit.
func (e *Env) TotalMemOnDev(device Device) int {
	defer blame("TotalMemOnDev")
	return bytesOf(e.memoryOf(device).Total)
}

// UsedMemOnDev returns how many bytes of a device's memory are in use: of all processes, or of this one alone. Pages of
// files that the system can take back are not in use. Errors are as in [Env.TotalMemOnDev].
func (e *Env) UsedMemOnDev(device Device, thisProcess bool) int {
	defer blame("UsedMemOnDev")
	return bytesOf(used(e.memoryOf(device), thisProcess))
}

// PercentUsedMemOnDev returns [Env.UsedMemOnDev] in percent of [Env.TotalMemOnDev].
func (e *Env) PercentUsedMemOnDev(device Device, thisProcess bool) float64 {
	defer blame("PercentUsedMemOnDev")
	m := e.memoryOf(device)
	if m.Total == 0 {
		return 0
	}
	return 100 * float64(used(m, thisProcess)) / float64(m.Total)
}

func used(m backend.Memory, thisProcess bool) uint64 {
	if thisProcess {
		return m.Process
	}
	return m.Used
}

func bytesOf(n uint64) int { return int(min(n, math.MaxInt)) }

// busyFor is how long DevUtil looks at the host.
const busyFor = 50 * time.Millisecond

// DevUtil returns how busy a device is, in percent: of the host in the 50 ms that the call takes, of others lately. Errors are as in
// [Env.TotalMemOnDev], and of kind ErrCanceled if the Env's context ends.
func (e *Env) DevUtil(device Device) float64 {
	defer blame("DevUtil")
	name, be := e.knownDevice(device)
	if !isHost(name) {
		share, err := be.monitor(name).DeviceBusy(name)
		check(err)
		return 100 * share
	}
	before, ok := backend.HostBusy()
	if !ok {
		check(errorf(ErrUnsupported, "%s does not say how busy the machine is", runtime.GOOS))
	}
	for begin := time.Now(); time.Since(begin) < busyFor; {
		if e.deadline != nil {
			e.deadline.check(be)
		}
		time.Sleep(5 * time.Millisecond)
	}
	after, _ := backend.HostBusy()
	if after.All <= before.All {
		return 0
	}
	return 100 * float64(after.Busy-min(before.Busy, after.Busy)) / float64(after.All-before.All)
}

// ClearCachedMemOnDev gives back the memory of a device that is kept for later: of the host what Go's runtime and the
// backends' free lists have. A device of a backend that does not say how is an error of kind
// ErrUnsupported.
func (e *Env) ClearCachedMemOnDev(device Device) {
	defer blame("ClearCachedMemOnDev")
	name, be := e.knownDevice(device)
	if isHost(name) {
		backend.FreeHost()
		return
	}
	check(be.monitor(name).FreeDevice(name))
}

// devicesOf counts the current backend's devices of a kind.
func (e *Env) devicesOf(kind string) (n int) {
	for _, d := range e.now.Load().be.Devices() {
		if k, _ := deviceKind(d); k == kind {
			n++
		}
	}
	return n
}

// GPUIsAvailable reports whether the current backend has a graphics processor.
func (e *Env) GPUIsAvailable() bool { return e.devicesOf("gpu") > 0 }

// NumGPUs returns how many graphics processors the current backend has.
func (e *Env) NumGPUs() int { return e.devicesOf("gpu") }

// TPUIsAvailable reports whether the current backend has a tensor processor.
func (e *Env) TPUIsAvailable() bool { return e.devicesOf("tpu") > 0 }

// NumCPUCores returns how many processors the process may use, each thread of a core as one, or how many cores the
// machine has. The number of cores is an error of kind ErrUnsupported on other systems than Linux.
func NumCPUCores(threads bool) int {
	defer blame("NumCPUCores")
	if threads {
		return runtime.NumCPU()
	}
	n, ok := backend.HostCores()
	if !ok {
		check(errorf(ErrUnsupported, "%s does not say how many cores the machine has", runtime.GOOS))
	}
	return n
}

// SetDefaultDevice makes a device of the current backend the one on which new arrays are made: by the functions that
// have a Device option and no array to go by, Zeros, Arange, Asarray of Go's numbers and their kin, where the option is not given.
// Arrays of arrays lie where their operands do. A backend that has no such device makes arrays on its
// first one; a function that is compiled or abstract runs where its operands are. A device that is not there is an error of kind ErrDevice.
func (e *Env) SetDefaultDevice(device Device) {
	defer blame("SetDefaultDevice")
	e.knownDevice(device)
	e.change(func() { e.devices.push(device) })
}

// UnsetDefaultDevice takes back the last [Env.SetDefaultDevice].
func (e *Env) UnsetDefaultDevice() { e.change(e.devices.pop) }

// WithDefaultDevice sets the default device as [Env.SetDefaultDevice] does, until undo is called:
//
//	defer ivy.WithDefaultDevice("cuda:1")()
func (e *Env) WithDefaultDevice(device Device) (undo func()) {
	defer blame("WithDefaultDevice")
	e.knownDevice(device)
	return with(e, &e.devices, device)
}

// DefaultDevice returns the device on which new arrays are made: the one that was set, or the current
// backend's first one.
func (e *Env) DefaultDevice() Device { return e.now.Load().defaultDevice() }

func (s *state) defaultDevice() Device {
	if s.device != "" && s.be.onDevice(s.device) == nil {
		return s.device
	}
	return Device(s.be.Devices()[0])
}

// created is the end of functions that make arrays of what is no array, and take a Device: it brings z to the one
// that was given, or to the default one. from is what z was made of, and nil if that is nothing.
func created[T any](z *Array, opts []T, from any) *Array {
	d := z.env.now.Load().device
	if _, ok := from.(*Array); ok || d == "" {
		return placed(z, opts)
	}
	for _, o := range opts {
		switch o := any(o).(type) {
		case Device:
			return placed(z, opts)
		case valued:
			if o.opt == ops.Out {
				return z
			}
		}
	}
	if z.be.onDevice(d) != nil || z.Device() == d {
		return z
	}
	return z.ToDevice(d)
}

// FunctionSupportedDevices returns the devices of the current backend on which a function takes some dtype.
// f and shapes are as those of [Env.FunctionSupportedDtypes], and so are errors.
func (e *Env) FunctionSupportedDevices(f any, shapes ...[]int) []Device {
	defer blame("FunctionSupportedDevices")
	return e.devicesThat(f, shapes, true)
}

// FunctionUnsupportedDevices returns the devices of the current backend on which a function takes no dtype.
func (e *Env) FunctionUnsupportedDevices(f any, shapes ...[]int) []Device {
	defer blame("FunctionUnsupportedDevices")
	return e.devicesThat(f, shapes, false)
}

func (e *Env) devicesThat(f any, shapes [][]int, supported bool) (out []Device) {
	for d, set := range e.dtypesByDevice(f, shapes) {
		if (set != 0) == supported {
			out = append(out, d)
		}
	}
	return out
}

// FunctionSupportedDevicesAndDtypes returns the dtypes that a function takes on each device of the
// current backend, as [Env.FunctionSupportedDtypes] of it.
func (e *Env) FunctionSupportedDevicesAndDtypes(f any, shapes ...[]int) map[Device][]Dtype {
	defer blame("FunctionSupportedDevicesAndDtypes")
	out := map[Device][]Dtype{}
	for d, set := range e.dtypesByDevice(f, shapes) {
		out[d] = set.Dtypes()
	}
	return out
}

// FunctionUnsupportedDevicesAndDtypes returns the dtypes that a function does not take on each device of
// the current backend.
func (e *Env) FunctionUnsupportedDevicesAndDtypes(f any, shapes ...[]int) map[Device][]Dtype {
	defer blame("FunctionUnsupportedDevicesAndDtypes")
	out := map[Device][]Dtype{}
	for d, set := range e.dtypesByDevice(f, shapes) {
		out[d] = (dtype.All &^ set).Dtypes()
	}
	return out
}

// dtypesByDevice goes over the devices of the current backend, with the dtypes that f takes there.
func (e *Env) dtypesByDevice(f any, shapes [][]int) iter.Seq2[Device, dtype.Set] {
	return func(yield func(Device, dtype.Set) bool) {
		s := *e.now.Load()
		for _, d := range s.be.Devices() {
			on, err := newEngineOn(s.be.Backend, d, s.be.dtypes)
			check(err)
			there := s
			there.be = on
			set, err := e.supportedIn(&there, f, shapes)
			check(err)
			if !yield(Device(d), set) {
				return
			}
		}
	}
}

// A SplitOption is an option of [Env.SplitFuncCall]: [ChunkSize], [SplitFactor], [InputAxes] or [OutputAxes].
type SplitOption interface{ splitOption() }

type (
	chunkSize   int
	splitFactor float64
	inputAxes   []int
	outputAxes  []int
	splitMean   bool
)

func (chunkSize) splitOption()   {}
func (splitFactor) splitOption() {}
func (inputAxes) splitOption()   {}
func (outputAxes) splitOption()  {}
func (splitMean) splitOption()   {}

// ChunkSize says how long the chunks are along their axis; the last one may be shorter.
func ChunkSize(n int) SplitOption { return chunkSize(n) }

// SplitFactor says which share of the axis a chunk is, from 0, one element, to 1, all. It is 0 unless
// told.
func SplitFactor(share float64) SplitOption { return splitFactor(share) }

// InputAxes says along which axis each input is split, or one axis for all: the first unless told.
func InputAxes(axes ...int) SplitOption { return inputAxes(axes) }

// OutputAxes says along which axis each result is joined, or one axis for all: that of the first input unless
// told.
func OutputAxes(axes ...int) SplitOption { return outputAxes(axes) }

// MeanOfChunks has the results of chunks not joined but averaged, each as often as its chunk is long: the mean over all elements
// of a function that is a mean over its input's, as a loss.
func MeanOfChunks(on bool) SplitOption { return splitMean(on) }

// SplitFuncCall calls f, a function over arrays, with chunks of its inputs, one after the other, and joins its results: what f(inputs…)
// is, in less memory, where f treats the elements along an axis one by one. f is as [NewFunction] takes it. Inputs have one
// length along their axes. Options are ChunkSize or SplitFactor, InputAxes, OutputAxes and MeanOfChunks. An input of
// length 0 is one chunk. It is differentiated and traced as f is.
func (e *Env) SplitFuncCall(f any, inputs []*Array, opts ...SplitOption) []*Array {
	defer blame("SplitFuncCall")
	call, err := callable("SplitFuncCall", f)
	check(err)
	c := newChunks(inputs, opts)
	parts := make([][]*Array, 0, (c.length+c.size-1)/c.size)
	weights := make([]float64, 0, cap(parts))
	for from := 0; from == 0 || from < c.length; from += c.size {
		to := min(from+c.size, c.length)
		if e.deadline != nil {
			e.deadline.check(inputs[0].be)
		}
		chunk := make([]*Array, len(inputs))
		for i, x := range inputs {
			key := make([]any, c.in[i]+1)
			for k := range key {
				key[k] = Slice(nil, nil)
			}
			key[c.in[i]] = Slice(from, to)
			chunk[i] = e.GetItem(x, key...)
		}
		out := call(chunk)
		if len(parts) > 0 && len(out) != len(parts[0]) {
			check(errorf(ErrValue, "%d results of a chunk, and %d of the first one", len(out), len(parts[0])))
		}
		parts, weights = append(parts, out), append(weights, float64(to-from))
	}
	if len(parts[0]) > 0 && c.out == nil {
		c.out = []int{c.in[0]}
	}
	out := make([]*Array, len(parts[0]))
	for j := range out {
		axis := 0
		switch {
		case c.mean:
		case len(c.out) == 1:
			axis = c.out[0]
		case len(c.out) == len(out):
			axis = c.out[j]
		default:
			check(errorf(ErrValue, "%d OutputAxes for %d results", len(c.out), len(out)))
		}
		all := make([]*Array, len(parts))
		for i := range parts {
			all[i] = parts[i][j]
		}
		if !c.mean {
			out[j] = e.Concat(all, Axis(axis))
			continue
		}
		for i, x := range all {
			if c.length > 0 {
				x = e.Multiply(x, weights[i]/float64(c.length))
			}
			if out[j] == nil {
				out[j] = x
			} else {
				out[j] = e.Add(out[j], x)
			}
		}
	}
	return out
}

// chunks are how inputs are split.
type chunks struct {
	in, out      []int
	size, length int
	mean         bool
}

func newChunks(inputs []*Array, opts []SplitOption) (c chunks) {
	share := 0.0
	c.in = []int{0}
	given := 0
	for _, o := range opts {
		switch o := o.(type) {
		case chunkSize:
			if given++; o < 1 {
				check(errorf(ErrValue, "ChunkSize(%d), want 1 or more", int(o)))
			}
			c.size = int(o)
		case splitFactor:
			if given++; !(o >= 0 && o <= 1) {
				check(errorf(ErrValue, "SplitFactor(%v), want a number in [0, 1]", float64(o)))
			}
			share = float64(o)
		case inputAxes:
			c.in = o
		case outputAxes:
			c.out = o
		case splitMean:
			c.mean = bool(o)
		default:
			check(errorf(ErrValue, "a nil option"))
		}
	}
	switch {
	case given > 1:
		check(errorf(ErrValue, "ChunkSize and SplitFactor, want one of both"))
	case len(inputs) == 0:
		check(errorf(ErrValue, "no inputs"))
	case len(c.in) == 1:
		for len(c.in) < len(inputs) {
			c.in = append(c.in, c.in[0])
		}
	case len(c.in) != len(inputs):
		check(errorf(ErrValue, "%d InputAxes for %d inputs", len(c.in), len(inputs)))
	}
	c.in = append([]int(nil), c.in...)
	for i, x := range inputs {
		check(x.usable())
		axis := c.in[i]
		if axis < 0 {
			axis += len(x.shape)
		}
		if axis < 0 || axis >= len(x.shape) {
			check(errorf(ErrIndex, "axis %d of input %d, which has shape %v", c.in[i], i+1, x.shape))
		}
		if c.in[i] = axis; i == 0 {
			c.length = x.shape[axis]
		} else if x.shape[axis] != c.length {
			check(errorf(ErrShape, "input %d has length %d along its axis, the first one %d", i+1, x.shape[axis], c.length))
		}
	}
	if c.size == 0 {
		c.size = int(math.Round(float64(c.length) * share))
	}
	c.size = max(min(c.size, c.length), 1)
	return c
}
