package backend

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseVersion(t *testing.T) {
	for _, c := range []struct {
		text string
		want Version
	}{
		{"2.0.1", Version{[]int{2, 0, 1}, 0, 0}},
		{" v2.2 ", Version{[]int{2, 2}, 0, 0}},
		{"2", Version{[]int{2}, 0, 0}},
		{"2.1.0rc1", Version{[]int{2, 1, 0}, -1, 1}},
		{"2.1.0-RC.2", Version{[]int{2, 1, 0}, -1, 2}},
		{"2.1.0c1", Version{[]int{2, 1, 0}, -1, 1}},
		{"2.1.0pre", Version{[]int{2, 1, 0}, -1, 0}},
		{"2.5.0a0+gitf9e4c1b", Version{[]int{2, 5, 0}, -3, 0}},
		{"2.5.0beta3", Version{[]int{2, 5, 0}, -2, 3}},
		{"2.13.0.dev20250102+cpu", Version{[]int{2, 13, 0}, -4, 20250102}},
		{"2.16.0-dev20240101", Version{[]int{2, 16, 0}, -4, 20240101}},
		{"2.13.0+cpu", Version{[]int{2, 13, 0}, 0, 0}},
		{"2.0.1.post1", Version{[]int{2, 0, 1}, 0, 0}},
		{"2.1.0a0.post1+cu118", Version{[]int{2, 1, 0}, -3, 0}},
		{"2.1.0rc1.dev5", Version{[]int{2, 1, 0}, -1, 1}},
		{"0.1.0+go1.26.0", Version{[]int{0, 1, 0}, 0, 0}},
		{"0.4.35", Version{[]int{0, 4, 35}, 0, 0}},
	} {
		got, err := ParseVersion(c.text)
		require.NoError(t, err, c.text)
		assert.Equal(t, c.want, got, c.text)
	}
	for _, text := range []string{"", "x", "two", "2.", ".2", "0.15.2.", "2..1", "2.0.1 and below", "2.0.1q", "2,1", "-1", "1e3",
		"99999999999999999999", "2.0rc99999999999999999999"} {
		_, err := ParseVersion(text)
		assert.ErrorContains(t, err, "is no version", "%q", text)
	}
}

// The order is of numbers, not of digits, to the length of the key.
func TestVersionCompare(t *testing.T) {
	for _, c := range []struct {
		version, key string
		want         int
	}{
		{"2.0.1", "2.0.1", 0},
		{"1.12.1", "1.9.0", 1},
		{"1.9.0", "1.12.1", -1},
		{"2.13.0", "2.2", 1},
		{"2.10.0", "2.9.9", 1},
		{"10.0", "9.9", 1},
		{"2.2.2", "2.2", 0},
		{"2.2.2", "2", 0},
		{"2.2", "2.2.2", -1},
		{"2.2", "2.2.0", 0},
		{"2.2.2", "2.2.1", 1},
		{"2.1.0rc1", "2.1.0", -1},
		{"2.1.0rc1", "2.1", -1},
		{"2.1.1rc1", "2.1", 0},
		{"2.1.0rc1", "2.0.1", 1},
		{"2.1.0", "2.1.0rc1", 1},
		{"2.1.0rc2", "2.1.0rc1", 1},
		{"2.1.0rc1", "2.1.0b7", 1},
		{"2.1.0b1", "2.1.0a9", 1},
		{"2.1.0a1", "2.1.0.dev20250101", 1},
		{"2.13.0+cpu", "2.13.0", 0},
		{"2.13.0.post1", "2.13.0", 0},
	} {
		v, err := ParseVersion(c.version)
		require.NoError(t, err)
		k, err := ParseVersion(c.key)
		require.NoError(t, err)
		assert.Equal(t, c.want, cmp.Compare(v.compare(k), 0), "%s against the key %s", c.version, c.key)
	}
}

func TestParseKey(t *testing.T) {
	for _, c := range []struct {
		key     string
		in, out []string
	}{
		{"2.0.1", []string{"2.0.1", "2.0.2", "3.0", "2.0.1.post1"}, []string{"2.0.0", "1.13", "2.0.1rc1"}},
		{"2.0.1 and below", []string{"2.0.1", "2.0.1+cu118", "2.0.0", "1.13.1", "2.0.1rc3", "0"}, []string{"2.0.2", "2.1", "2.10.0", "12.0"}},
		{"2.0.1 and above", []string{"2.0.1", "2.0.2", "2.13.0+cpu", "10"}, []string{"2.0.0", "2.0.1rc1", "1.99"}},
		{"1.9.0 to 2.0.1", []string{"1.9.0", "1.13.1", "1.10", "2.0.0", "2.0.1"}, []string{"1.8.9", "1.9.0a0", "2.0.2", "2.1.0rc1"}},
		{"2.2 and below", []string{"2.2", "2.2.2", "2.2.99", "2.1"}, []string{"2.3", "2.3.0", "2.10"}},
		{"2.2 and above", []string{"2.2", "2.2.2", "2.3", "2.10"}, []string{"2.1.99", "2.2rc1"}},
		{"2.2.5 to 2.2", []string{"2.2.5", "2.2.6"}, []string{"2.2.4", "2.3"}},
		{"  2.0.1   and  below ", []string{"2.0.1"}, []string{"2.0.2"}},
	} {
		k, err := parseKey(c.key)
		require.NoError(t, err, c.key)
		for _, text := range c.in {
			v, err := ParseVersion(text)
			require.NoError(t, err)
			assert.True(t, k.covers(v), "%q covers %s", c.key, text)
		}
		for _, text := range c.out {
			v, err := ParseVersion(text)
			require.NoError(t, err)
			assert.False(t, k.covers(v), "%q does not cover %s", c.key, text)
		}
	}
	for _, key := range []string{"", "and below", "2.0.1 and beneath", "2.0.1 below", "<= 2.0.1", "2.0.1 to", "to 2.0.1", "2.0.1 to 1.9.0", "2.0.2 to 2.0.1",
		"2.0.1 and below and above", "0.15.2. and below", "all", "1.9.0-2.0.1 and", "1.9.0 to 2.0.1 to 2.2", "2.0.1, 2.0.2"} {
		_, err := parseKey(key)
		assert.Error(t, err, "%q", key)
	}
}

// Which key a version falls under: exact keys are points of change and go before ranges;
// of ranges the first; of none the last.
func TestChoose(t *testing.T) {
	type want map[string]int
	for _, c := range []struct {
		why  string
		keys []string
		want want
	}{
		{"one range holds for every version: it is the last", []string{"2.0.1 and below"},
			want{"1.0": 0, "2.0.1": 0, "2.13.0": 0, "main": 0, "": 0}},
		{"text 000's cumsum: from 1.12.1 on the exact key", []string{"2.0.1 and below", "1.12.1"},
			want{"1.11.0": 0, "1.12.0": 0, "1.12.1rc1": 0, "1.12.1": 1, "1.13": 1, "2.0.1": 1, "2.1.0": 1, "2.13.0+cpu": 1}},
		{"in either order", []string{"1.12.1", "2.0.1 and below"},
			want{"1.11.0": 1, "1.12.1": 0, "1.13": 0, "2.1.0": 0}},
		{"each exact key to the next", []string{"1.5", "2.0.1", "1.12.1"},
			want{"1.5.9": 0, "1.12.0": 0, "1.12.1": 2, "2.0.0": 2, "2.0.1": 1, "9": 1, "1.4": 2}},
		{"a longer key is the later point", []string{"2.2", "2.2.1"},
			want{"2.2.0": 0, "2.2.1": 1, "2.2.3": 1, "2.3": 1, "2.1": 1}},
		{"whatever the order", []string{"2.2.1", "2.2"},
			want{"2.2.0": 1, "2.2.1": 0, "2.2.3": 0, "2.3": 0, "2.1": 1}},
		{"and before a release what comes before it", []string{"2.1.0", "2.1.0rc1"},
			want{"2.1.0b1": 1, "2.1.0rc1": 1, "2.1.0rc2": 1, "2.1.0": 0, "2.2": 0}},
		{"of ranges the first", []string{"2.2 and below", "1.12.1 and above"},
			want{"2.2.2": 0, "1.13": 0, "1.0": 0, "2.3": 1}},
		{"a gap falls to the last", []string{"1.9.0 to 1.13.1", "2.2 and above", "1.8 and below"},
			want{"1.10": 0, "2.3": 1, "1.8.5": 2, "2.0.1": 2, "1.8.9": 2, "git-main": 2}},
		{"an old range that stays when a new library comes ends with one for it", []string{"2.2 and below", "2.3 and above"},
			want{"2.2.2": 0, "2.3.0": 1, "2.13.0": 1, "2.3.0rc1": 1}},
	} {
		keys := make([]versionKey, len(c.keys))
		for i, text := range c.keys {
			var err error
			keys[i], err = parseKey(text)
			require.NoError(t, err)
		}
		for version, i := range c.want {
			assert.Equal(t, c.keys[i], keys[choose(keys, version)].text, "%s: version %q among %q", c.why, version, c.keys)
		}
	}
}
