package script

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/files"
)

func TestPrograms(t *testing.T) {
	for _, c := range []struct{ src, want, why string }{
		// Python's numbers.
		{"-7 // 2, -7 % 3, 7 % -3, 7.5 // 2, -7.5 % 2", "(-4, 2, -2, 3.0, 0.5)", ""},
		{"1 / 3, 2 ** 10, 2 ** -1, (-8) ** (1 / 3), 10 ** 20", "(0.3333333333333333, 1024, 0.5, (1+1.732050807568877j), 100000000000000000000)", ""},
		{"True + True, -True, ~True, True & False, True | 1, 3 ^ True", "(2, -1, -2, False, 1, 2)", "bools are ints, and stay bools among themselves"},
		{"1 << 100 >> 98, (1 << 64) % 1000", "(4, 616)", ""},
		{"1 == 1.0, True == 1, 1 < 2.5, ivy.nan == ivy.nan, [ivy.nan][0] != ivy.nan, 2 ** 53 + 1 == 2.0 ** 53", "(True, True, True, False, True, False)", "exact, and NaN is unlike itself"},
		{"(1 + 2j) * (3 - 1j), 1j ** 2, (1 + 2j) / 2, abs(3 + 4j), -2j, 1 - 2j, complex(1, -2) == 1 - 2j", "((5+5j), (-1+0j), (0.5+1j), 5.0, (-0-2j), (1-2j), True)", ""},
		{"int(2.9), int('12'), int('ff', 16), int(-1e20), float('1e3'), float('-inf'), complex('1+2j')", "(2, 12, 255, -100000000000000000000, 1000.0, -inf, (1+2j))", ""},
		{"round(2.5), round(2.675, 2), round(1250, -2), sum([1, 2.5]), pow(2, 3)", "(2, 2.67, 1200, 3.5, 8)", ""},
		{"1e16, 1e-5, 0.0001, 123456789.0, -0.0", "(1e+16, 1e-05, 0.0001, 123456789.0, -0.0)", ""},
		// Operators of arrays, from both sides.
		{"2 - ivy.asarray([1, 2]), ivy.asarray([1, 2]) - 2", "(ivy.array([1, 0]), ivy.array([-1,  0]))", ""},
		{"(ivy.asarray([1, 2], dtype='int8') + 1).dtype, (1.5 + ivy.asarray([1, 2], dtype='int8')).dtype, (2j * ivy.ones(1)).dtype, (True + ivy.ones(1, dtype='uint8')).dtype", "(int8, float64, complex64, uint8)", "scalars are weak"},
		{"2 ** ivy.arange(4), ivy.arange(4) ** 2, 7 // ivy.asarray([2]), 7 % ivy.asarray([4]), 1 / ivy.asarray([2])", "(ivy.array([1, 2, 4, 8]), ivy.array([0, 1, 4, 9]), ivy.array([3]), ivy.array([3]), ivy.array([0.5]))", ""},
		{"6 & ivy.asarray(3), ivy.asarray(6) | 1, 1 ^ ivy.asarray(3), 1 << ivy.asarray(3), ivy.asarray(8) >> 2, ~ivy.asarray(0), -ivy.asarray(1), +ivy.asarray(1)", "(ivy.array(2), ivy.array(7), ivy.array(2), ivy.array(8), ivy.array(2), ivy.array(-1), ivy.array(-1), ivy.array(1))", ""},
		{"ivy.eye(2) @ ivy.asarray([[1.0], [2.0]])", "ivy.array([[1.],\n           [2.]])", ""},
		{"3 > ivy.asarray([1, 5]), ivy.asarray([1, 5]) == [1, 6], ivy.asarray([1, 5]) != 5, ivy.asarray(1) == None", "(ivy.array([ True, False]), ivy.array([ True, False]), ivy.array([ True, False]), False)", "comparisons give arrays"},
		{"0 < ivy.asarray(3) < 5, not ivy.asarray(0), ivy.asarray(0) or 'b', 1 if ivy.asarray(1.5) else 2", "(ivy.array(True), True, 'b', 1)", ""},
		{"3 in ivy.arange(4), 9 not in ivy.arange(4), ivy.asarray(1) in [1, 2]", "(True, True, True)", ""},
		{"[1.0, 2.0] + ivy.ones(2), ivy.ones(2) * (2.0, 3.0)", "(ivy.array([2., 3.]), ivy.array([2., 3.]))", ""},
		// In place.
		{"x = ivy.arange(3)\ny = x\nx += 1\nx *= 2\nx **= 2\ny, x is y", "(ivy.array([ 4, 16, 36]), True)", "the array keeps its identity"},
		{"x = ivy.arange(4)\nv = x[1:3]\nv += 10\nx[0] -= 5\nx[x > 11] = 0\nx", "ivy.array([-5, 11,  0,  3])", "views are written through"},
		{"x = ivy.eye(2)\nx @= x * 2\nx", "ivy.array([[2., 0.],\n           [0., 2.]])", ""},
		{"x = 1\nx += ivy.arange(2)\nx", "ivy.array([1, 2])", ""},
		{"l = [1]\nm = l\nl += (2,)\nl *= 2\nm", "[1, 2, 1, 2]", "lists are extended in place, as in Python"},
		{"d = {'a': 1}\ne = d\nd |= {'b': 2}\ne, {'a': [1]} == {'a': [1]}", "({'a': 1, 'b': 2}, True)", ""},
		{"def f(x):\n  x += 1\n  return x\na = ivy.zeros(2)\nf(a), a", "(ivy.array([1., 1.]), ivy.array([1., 1.]))", ""},
		// Indexing.
		{"x = ivy.arange(12).reshape(3, 4)\nx[1, 2], x[-1], x[:, 0], x[::2, ::-1]", "(ivy.array(6), ivy.array([ 8,  9, 10, 11]), ivy.array([0, 4, 8]), ivy.array([[ 3,  2,  1,  0],\n           [11, 10,  9,  8]]))", ""},
		{"x = ivy.arange(12).reshape(3, 4)\nx[..., None].shape, x[None].shape, x[..., 0], x[[0, 2], 1:3]", "((3, 4, 1), (1, 3, 4), ivy.array([0, 4, 8]), ivy.array([[ 1,  2],\n           [ 9, 10]]))", ""},
		{"x = ivy.arange(4)\nx[[True, False, True, False]], x[ivy.asarray([3, 0])], x[x % 2 == 1], x[True].shape, x[1 << 80:], x[-(1 << 80):2]", "(ivy.array([0, 2]), ivy.array([3, 0]), ivy.array([1, 3]), (1, 4), ivy.array([], dtype=int32), ivy.array([0, 1]))", ""},
		{"x = ivy.zeros((2, 3), dtype=int)\nx[1:, 0] = 5\nx[:, [1, 2]] = [[1, 2], [3, 4]]\nx[0, ...] += 1\nx", "ivy.array([[1, 2, 3],\n           [5, 3, 4]])", ""},
		{"[1, 2, 3][ivy.asarray(1)], 'hello'[1:-1:2], (1, 2, 3)[::-1], range(10)[2:5], [1, 2, 3][-1], 'abc'[5:]", "(2, 'el', (3, 2, 1), range(2, 5), 3, '')", ""},
		// Arrays as sequences, and their attributes.
		{"[int(v) for v in ivy.arange(3)], len(ivy.ones((4, 2))), list(ivy.asarray([[1], [2]]))", "([0, 1, 2], 4, [ivy.array([1]), ivy.array([2])])", ""},
		{"a, b = ivy.asarray([1, 2])\nint(a), float(b), complex(a), bool(a), a.item(), round(b)", "(1, 2.0, (1+0j), True, 1, ivy.array(2))", ""},
		{"x = ivy.asarray([1 + 2j])\nx.real, x.imag", "(ivy.array([1.]), ivy.array([2.]))", "attributes, as in Python"},
		{"x = ivy.ones((2, 3), dtype='int16')\nx.dtype, x.shape, x.ndim, x.size, x.itemsize, x.nbytes, x.device, x.T.shape, x.mT.shape", "(int16, (2, 3), 2, 6, 2, 12, 'cpu', (3, 2), (3, 2))", ""},
		{"ivy.asarray([[1, 2], [3, 4]]).tolist(), ivy.asarray([1j]).tolist(), ivy.zeros((2, 0)).tolist(), ivy.asarray(True).tolist()", "([[1, 2], [3, 4]], [1j], [[], []], True)", ""},
		{"ivy.asarray([1, 2]).sum(axis=0), ivy.arange(6).reshape((2, 3)).permute_dims(1, 0).shape, ivy.ones(2).add(1), ivy.arange(3).where(1, 2)", "(ivy.array(3), (3, 2), ivy.array([2., 2.]), ivy.array([2, 1, 1]))", ""},
		{"r = ivy.unique_counts([3, 3, 1])\nv, c = r\nr.values is v, len(r), r[1] is c, r == (v, c)", "(True, 2, True, True)", ""},
		// Texts.
		{"str(ivy.asarray([1.0, 2.5])), repr(ivy.asarray([1, 2])), str('a'), repr('it\\'s'), str([1, 'a', None, 1.0])", "('[1.  2.5]', 'ivy.array([1, 2])', 'a', '\"it\\'s\"', \"[1, 'a', None, 1.0]\")", ""},
		{"'%d %5.2f|%-4s|%04d %s %% %x' % (3, 2.567, 'ab', 7, ivy.arange(2), 255), '%(a)s' % {'a': 1}", "('3  2.57|ab  |0007 [0 1] % ff', '1')", ""},
		{"'{} {0!r}'.format if False else '{:>6.2f}|{:<4}|{:^5}|{:,}|{x:08b}|{:e}'.format(3.14159, 'a', 'b', 1234567, 12.5, x=5)", "'  3.14|a   |  b  |1,234,567|00000101|1.250000e+01'", ""},
		{"','.join(['a', 'b']), 'a-b'.split('-'), 'aXa'.replace('X', 'yy'), 'abc'.upper(), 'b' in 'abc'", "('a,b', ['a', 'b'], 'ayya', 'ABC', True)", ""},
		{"sorted([3, 1, 2], reverse=True), min(3, 1), max([1, 5]), sorted(['b', 'a'], key=lambda s: s), any([0, 1]), all([]), abs(-3)", "([3, 2, 1], 1, 5, ['a', 'b'], True, True, 3)", ""},
		{"max([ivy.asarray(1), ivy.asarray(7)]), sum([ivy.ones(2), ivy.ones(2)]), [1, ivy.asarray(2)] == [1, 2]", "(ivy.array(7), ivy.array([2., 2.]), True)", ""},
		{"d = {}\nd['a'] = 1\nd[(1, 2)] = 2\nd.get('z', 0), d.keys(), [k for k in d], d.items()[0], len(d), d.pop('a')", "(0, ['a', (1, 2)], ['a', (1, 2)], ('a', 1), 2, 1)", ""},
		{"l = [3, 1]\nl.append(2)\nl.extend([5, 6])\nl.insert(0, 9)\nl.remove(1)\nl.index(5), l, l.pop()", "(3, [9, 3, 2, 5], 6)", "a tuple shows the list as the program left it"},
		{"x = 3", "None", "the last statement is no expression"},
		{"", "None", ""},
	} {
		t.Run(c.src, func(t *testing.T) {
			got, err := evalText(t, c.src)
			require.NoError(t, err)
			assert.Equal(t, c.want, got, c.why)
		})
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		src, kind string
		line, col int
		msg       string
	}{
		{"1 +", "syntax", 1, 4, "want an expression"},
		{"x = ivy.arange(3)\ny = x + ivy.arange(4)", "shape", 2, 7, "ivy.add on native"},
		{"x = ivy.arange(3)\nx[5]", "index", 2, 2, "out of range"},
		{"x = ivy.arange(3)\nx[0.5]", "index", 2, 2, "float"},
		{"x = ivy.arange(3)\nx['a']", "index", 2, 2, "str"},
		{"x = ivy.arange(3)\nx += 0.5", "dtype", 2, 3, "int32"},
		{"x = ivy.arange(3)\nx[0] = 0.5", "dtype", 2, 2, "into an array of int32"},
		{"ivy.asarray([1], dtype='int8') + 300", "value", 1, 32, "300"},
		{"ivy.asarray(2 ** 64)", "value", 1, 12, "65 bits"},
		{"ivy.ones(2) + 2 ** 70", "value", 1, 13, "71 bits"},
		{"-ivy.asarray(True)", "dtype", 1, 1, "ivy.negative on native"},
		{"if ivy.arange(3):\n  pass", "shape", 1, 1, "one element"},
		{"0 < ivy.arange(3) < 2", "shape", 1, 3, "one element"},
		{"nope(1)", "value", 1, 1, "undefined: nope"},
		{"ivy.summ(1)", "value", 1, 4, `did you mean "sum"?`},
		{"ivy.sum(1, bogus=2)", "value", 1, 8, "bogus"},
		{"ivy.sum(1, 2)", "value", 1, 8, "at most 1 positional"},
		{"ivy.sum()", "value", 1, 8, `needs "x"`},
		{"ivy.add(1, 2, x1=3)", "value", 1, 8, "twice"},
		{"ivy.einops_repeat([1], 'a -> a b', c=2)", "value", 1, 18, "axis b without a length"},
		{"ivy.einops_repeat([1], 'a -> a 2', c=2)", "value", 1, 18, "length of axis c, which is not there"},
		{"ivy.einops_repeat([1], 'a -> a b', b=2.5)", "value", 1, 18, "b: got float, want int"},
		{"ivy.einops_repeat([1], 'a -> a b', b=None)", "value", 1, 18, "b: got NoneType, want int"},
		{"ivy.einops_repeat([1], 'a -> a b', b=2, **{'b': 3})", "value", 1, 18, "twice"},
		{"ivy.einops_repeat([1], 'a -> a b', 2)", "value", 1, 18, "by keyword: **axes_lengths, out"},
		{"ivy.einops_repeat([1], a=2)", "value", 1, 18, `needs "pattern"`},
		{"ivy.ones(2).nope", "value", 1, 12, "nope"},
		{"ivy.ones(2, dtype='float31')", "dtype", 1, 9, "float31"},
		{"ivy.ones(2, device='gpu')", "device", 1, 9, "gpu"},
		{"ivy.set_backend('abacus')", "backend", 1, 16, `no backend "abacus"`},
		{"ivy.set_backend('native', dynamic=True)", "value", 1, 16, "dynamic=True is not supported"},
		{"ivy.set_backend(3)", "value", 1, 16, "backend: got int, want string"},
		{"ivy.add('a', 1)", "value", 1, 8, "got str"},
		{"ivy.asarray([[1], [2, 3]])", "shape", 1, 12, "ragged"},
		{"1 / 0", "value", 1, 3, "division by zero"},
		{"{}['a']", "value", 1, 3, "'a'"},
		{"{[1]: 2}", "value", 1, 5, "unhashable"},
		{"{ivy.ones(1): 2}", "value", 1, 13, "unhashable"},
		{"def f():\n  return 1 + None\nf()", "value", 2, 12, "NoneType"},
		{"fail('no', 3)", "value", 1, 5, "no 3"},
		{"for i in ivy.asarray(3):\n  pass", "value", 1, 1, ""},
		{"1j < 2j", "value", 1, 4, "not supported"},
		{"load('x.npy')", "value", 1, 5, "no files"},
		{"ivy.zeros((-1,))", "shape", 1, 10, "negative"},
		{"'%d' % 'a'", "value", 1, 6, "integer"},
	} {
		t.Run(c.src, func(t *testing.T) {
			_, err := evalText(t, c.src)
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, c.kind, e.Kind, e.Msg)
			assert.Equal(t, [2]int{c.line, c.col}, [2]int{e.Line, e.Col}, e.Error())
			assert.Contains(t, e.Msg, c.msg)
			assert.NotContains(t, e.Msg, "fault in this library")
		})
	}
}

// Programs that take much of what is limited end in an error, soon.
func TestLimits(t *testing.T) {
	race.Sequential(t)
	for _, c := range []struct{ src, msg string }{
		{"while True:\n  pass", "steps"},
		{"'a' * (1 << 40)", "memory limit"},
		{"[0] * (1 << 62)", "memory limit"},
		{"10 ** 10 ** 10", "bits"},
		{"1 << (1 << 60)", "bits"},
		{"list(range(1 << 60))", "steps"},
		{"ivy.asarray(range(1 << 60))", "steps"},
		{"sorted(range(1 << 60))", "steps"},
		{"[].extend(range(1 << 60))", "steps"},
		{"set(range(1 << 50))", "steps"},
		{"zip(range(1 << 50), range(1 << 50))", "steps"},
		{"ivy.zeros((1 << 40,))", "limit"},
		{"ivy.broadcast_to(ivy.ones(1), (1 << 50,)).tolist()", "limit"},
		{"ivy.ones((1 << 20, 1)) + ivy.ones(1 << 20)", "limit"},
		{"ivy.tile(ivy.ones(1000), 1 << 40)", "limit"},
		{"ivy.repeat(ivy.ones(1000), 1 << 40)", "larger than the limit"},
		{"ivy.one_hot(ivy.arange(1 << 20), 1 << 20)", "limit"},
		{"ivy.pad(ivy.ones(1), 1 << 40)", "limit"},
		{"ivy.eye(1 << 30)", "limit"},
		{"ivy.repeat(ivy.asarray([1, 2]), ivy.asarray([4294967296, 1]))", ""},
		{"ivy.pad(ivy.asarray([1]), 4294967296, mode='edge')", ""},
		{"t = ()\nfor i in range(100):\n  t = (t, t)\nhash(t)", ""},
		{"t = ()\nfor i in range(100):\n  t = (t, t)\n{t: 1}", "parts"},
		{"t = ()\nfor i in range(100):\n  t = (t, t)\nd = {}\nd[t] = 1", "parts"},
		{"t = ()\nfor i in range(100):\n  t = (t, t)\nset([t])", "parts"},
		{"t = ()\nfor i in range(100):\n  t = (t, t)\n{}.get(t)", "parts"},
		{"t = ()\nfor i in range(100):\n  t = (t, t)\nt == t + ()", "steps"},
		{"t = []\nfor i in range(100):\n  t = [t, t]\nstr(t)", "parts"},
		{"t = []\nfor i in range(100):\n  t = [t, t]\n'%s' % (t,)", "parts"},
		{"t = []\nfor i in range(100):\n  t = [t, t]\n'{}'.format(t)", "parts"},
		{"t = []\nfor i in range(100):\n  t = [t, t]\nivy.asarray(t)", "parts"},
		{"t = []\nfor i in range(100):\n  t = [t, t]\nprint(t)", "parts"},
		{"t = ()\nfor i in range(100000):\n  t = (t,)\n{t: 1}", "nested"},
		{"def f():\n  return f()\nf()", "calls within one another"},
		{"s = 'a' * 1000\nfor i in range(60):\n  s += s", "memory limit"},
		{"s = 'a' * 1000000\ns.replace('a', s)", "memory limit"},
		{"s = 'x' * 1000000\ns.join(['', ''] * 10000)", "memory limit"},
		{"x = [0] * 1000000\ndef f(*a):\n  return a\nl = []\nfor i in range(1 << 30):\n  l.append(f(*x))", ""},
		{"'%99999999999d' % 3", "width"},
		{"'{:99999999999}'.format(3)", "width"},
		{"int('9' * 100000)", "4300"},
		{"while True:\n  print('xy' * 100000)", "output limit"},
	} {
		t.Run(c.src, func(t *testing.T) {
			s, err := New(Options{Steps: 5_000_000, Memory: 64 << 20, ArrayBytes: 1 << 30, MaxOutput: 1 << 20})
			require.NoError(t, err)
			start := time.Now()
			_, err = s.Run(context.Background(), "t", []byte(c.src))
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, "value", e.Kind, e.Msg)
			assert.Contains(t, e.Msg, c.msg)
			assert.NotContains(t, e.Msg, "fault")
			assert.Less(t, time.Since(start), 20*time.Second)
		})
	}
}

// What a program spent is not held against showing its value.
func TestResultOfAnExpensiveProgram(t *testing.T) {
	s, err := New(Options{Steps: 10_000})
	require.NoError(t, err)
	v, err := s.Run(context.Background(), "t", []byte("for i in range(1000):\n  x = i\nlist(range(900))"))
	require.NoError(t, err)
	assert.Contains(t, v.String(), "899]")
	require.NoError(t, v.WriteJSON(&bytes.Buffer{}))
}

func TestTotalMemory(t *testing.T) {
	s, err := New(Options{TotalBytes: 64 << 20})
	require.NoError(t, err)
	_, err = s.Run(context.Background(), "t", []byte("l = []\nfor i in range(100000):\n  l.append(ivy.ones((1 << 18,)) + i)"))
	require.Error(t, err)
	assert.Contains(t, err.Error(), "memory limit")
}

// A call ends in the middle of its work, of ivy and of a frontend; the session goes on.
func TestCancelCall(t *testing.T) {
	s, err := New(Options{})
	require.NoError(t, err)
	for _, src := range []string{
		"x = ivy.ones((8192, 8192))\nx @ x",
		"x = torch.ones(8192, 8192)\nx @ x",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
		begin := time.Now()
		_, err = s.Run(ctx, "t", []byte(src))
		cancel()
		require.Error(t, err)
		assert.Contains(t, err.Error(), "time is up")
		assert.Less(t, time.Since(begin), 2*time.Second)
		v, err := s.Run(context.Background(), "t", []byte("ivy.sum(ivy.ones(3) + 1)"))
		require.NoError(t, err)
		assert.Contains(t, v.String(), "6.")
	}
}

func TestCancel(t *testing.T) {
	s, err := New(Options{})
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err = s.Run(ctx, "t", []byte("while True:\n  pass"))
	require.Error(t, err)
	assert.Equal(t, "value", KindOf(err))
	assert.Contains(t, err.Error(), "time is up")

	v, err := s.Run(context.Background(), "t", []byte("1 + 1"))
	require.NoError(t, err, "the session goes on")
	assert.Equal(t, "2", v.String())
}

func TestSessions(t *testing.T) {
	a, err := New(Options{})
	require.NoError(t, err)
	b, err := New(Options{})
	require.NoError(t, err)
	ctx := context.Background()
	_, err = a.Run(ctx, "t", []byte("ivy.set_default_float_dtype('float64')\nx = ivy.ones(1)"))
	require.NoError(t, err)
	v, err := a.Run(ctx, "t", []byte("x.dtype, ivy.ones(1).dtype"))
	require.NoError(t, err)
	assert.Equal(t, "(float64, float64)", v.String())
	v, err = b.Run(ctx, "t", []byte("ivy.ones(1).dtype"))
	require.NoError(t, err)
	assert.Equal(t, "float32", v.String(), "settings are a session's own")
	assert.Equal(t, ivy.Float32, ivy.DefaultFloatDtype())
	assert.Equal(t, []string{"x"}, a.Names())
	assert.Contains(t, a.Complete("ivy.cumul"), "ative_sum")
	assert.Contains(t, a.Complete("x.sh"), "ape")
}

func TestSetAndGet(t *testing.T) {
	s, err := New(Options{})
	require.NoError(t, err)
	require.NoError(t, s.Set("x", Dict{Keys: []string{"a"}, Values: []any{[]any{1, 2.5, nil, "t", true, 2i, ivy.Ones([]int{1})}}}))
	require.Error(t, s.Set("y", struct{}{}))
	v, err := s.Run(context.Background(), "t", []byte("x['a']"))
	require.NoError(t, err)
	assert.Equal(t, "[1, 2.5, None, 't', True, 2j, ivy.array([1.])]", v.String())
	_, ok := s.Get("x")
	assert.True(t, ok)
	_, ok = s.Get("y")
	assert.False(t, ok)
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	outside := t.TempDir()
	write := func(path string, names ...string) {
		var entries []files.Entry
		for _, n := range names {
			entries = append(entries, files.Entry{Header: files.Header{Name: n, Dtype: ivy.Int8, Shape: []int{2}}, Data: bytes.NewReader([]byte{1, 2})})
		}
		require.NoError(t, files.Write(path, entries, nil))
	}
	write(filepath.Join(dir, "a.npy"), "")
	write(filepath.Join(dir, "b.npz"), "u", "v")
	write(filepath.Join(outside, "c.npy"), "")
	write(filepath.Join(outside, "d.npy"), "")
	require.NoError(t, os.Symlink(filepath.Join(outside, "c.npy"), filepath.Join(dir, "link.npy")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bad.npy"), []byte("no array"), 0o600))

	s, err := New(Options{Open: OpenIn([]string{filepath.Join(outside, "d.npy")}, dir)})
	require.NoError(t, err)
	run := func(path string) (string, error) {
		v, err := s.Run(context.Background(), "t", []byte("load('"+path+"')"))
		return v.String(), err
	}
	got, err := run(filepath.Join(dir, "a.npy"))
	require.NoError(t, err)
	assert.Equal(t, "ivy.array([1, 2], dtype=int8)", got)
	got, err = run(filepath.Join(dir, "b.npz"))
	require.NoError(t, err)
	assert.Equal(t, "{'u': ivy.array([1, 2], dtype=int8), 'v': ivy.array([1, 2], dtype=int8)}", got)
	_, err = run(filepath.Join(outside, "d.npy"))
	require.NoError(t, err, "a file that is named")
	for _, path := range []string{filepath.Join(outside, "c.npy"), filepath.Join(dir, "link.npy"), filepath.Join(dir, "..", filepath.Base(outside), "c.npy"),
		filepath.Join(dir, "none.npy"), filepath.Join(dir, "bad.npy"), "/etc/passwd", ""} {
		_, err := run(path)
		var e *Error
		require.ErrorAs(t, err, &e, path)
		assert.Equal(t, "value", e.Kind)
	}
}

func TestJSON(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"ivy.asarray([1, 2], dtype='int8')", `{"dtype":"int8","weak":false,"shape":[2],"data":"AQI="}`},
		{"ivy.asarray(1.0)", `{"dtype":"float32","weak":false,"shape":[],"data":"AACAPw=="}`},
		{"(ivy.ones(0), 1)", `[{"dtype":"float32","weak":false,"shape":[0],"data":""},1]`},
		{"1 + 2j", `{"dtype":"complex128","weak":false,"shape":[],"data":"AAAAAAAA8D8AAAAAAAAAQA=="}`},
		{"[None, True, 2 ** 70, 1.0, 1e300, -ivy.inf, ivy.nan, ivy.inf, 'a<\"é']", `[null,true,1180591620717411303424,1.0,1e+300,"-Infinity","NaN","Infinity","a<\"é"]`},
		{"{'a': ivy.int8, 2: ()}", `{"a":"int8","2":[]}`},
		{"ivy.arange(4)[::2]", `{"dtype":"int32","weak":false,"shape":[2],"data":"AAAAAAIAAAA="}`},
		{"range(3)", `[0,1,2]`},
		{"x = 1", "null"},
	} {
		t.Run(c.src, func(t *testing.T) {
			got, err := evalJSON(t, c.src)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
	s, err := New(Options{})
	require.NoError(t, err)
	for _, src := range []string{"len", "ivy", "lambda: 1", "ivy.finfo('float32')"} {
		v, err := s.Run(context.Background(), "t", []byte(src))
		require.NoError(t, err)
		err = v.WriteJSON(&bytes.Buffer{})
		var e *Error
		require.ErrorAs(t, err, &e, src)
	}
}

func TestPrint(t *testing.T) {
	var b strings.Builder
	s, err := New(Options{Output: &b})
	require.NoError(t, err)
	_, err = s.Run(context.Background(), "t", []byte("print(1, 'a', ivy.arange(2), sep='-', end='!')\nprint()\nprint([1.5])"))
	require.NoError(t, err)
	assert.Equal(t, "1-a-[0 1]!\n[1.5]\n", b.String())
}

func TestBackendMissing(t *testing.T) {
	_, err := New(Options{Backend: "abacus"})
	var e *Error
	require.True(t, errors.As(err, &e))
	assert.Equal(t, "backend", e.Kind)
}

func FuzzScript(f *testing.F) {
	for _, c := range rowCalls {
		f.Add(c[0])
	}
	for _, src := range []string{
		"x = ivy.arange(12).reshape(3, 4)\nx[1:, ::-1] += 2\nx @ x.T", "def f(a, *b, **c):\n  return [a, b, c]\nf(*[1, 2], **{'z': 3})",
		"d = {(1, 2): 3}\n[k for k in d if d[k] > 2]", "'%5.2f %s' % (1.5, [1])", "'{:>5}'.format(2j)", "0 < 1 < 2 and not 3 or 4",
		"t = ()\nfor i in range(9):\n  t = (t, t)\nstr(t)", "x = ivy.ones((2, 2))\nx[x > 0] = 3\nx **= 2\nx", "sorted([3, 1], key=lambda v: -v)",
		"1 << 3 >> 2 ** 2 // 3 % 5", "ivy.asarray([[True, 2], [3.5, 4j]])[0, ..., None]", "max([1], [2]), min('ab')", "while x < 3:\n  x += 1",
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		s, err := New(Options{Steps: 20_000, Memory: 1 << 22, ArrayBytes: 1 << 20, MaxOutput: 1 << 16})
		require.NoError(t, err)
		require.NoError(t, s.Set("x", 1))
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		v, err := s.Run(ctx, "fuzz", []byte(src))
		if err == nil {
			var b bytes.Buffer
			err = v.WriteJSON(&b)
			_ = v.String()
		}
		if err != nil {
			require.NotContains(t, err.Error(), "fault in this library")
		}
	})
}

// What memory does not hold is an error where the limits of a session are larger than that.
func TestMemoryBelowLimits(t *testing.T) {
	for _, src := range []string{
		"x.tolist()",
		"[0] * (1 << 45)",
		"'a' * (1 << 47)",
		"ivy.repeat(ivy.asarray([1, 2]), ivy.asarray([1 << 45, 1]))",
		"ivy.pad(ivy.asarray([1]), 1 << 45, mode='edge')",
	} {
		s, err := New(Options{Steps: math.MaxUint64 / 2, Memory: math.MaxInt64 / 2, ArrayBytes: math.MaxInt64})
		require.NoError(t, err)
		_, err = s.Run(context.Background(), "t", []byte("x = ivy.broadcast_to(ivy.ones(1), (1 << 37,))\n"+src))
		var e *Error
		require.ErrorAs(t, err, &e, src)
		assert.Equal(t, "value", e.Kind, e.Msg)
		assert.NotContains(t, e.Msg, "fault")
	}
}
