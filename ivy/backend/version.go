package backend

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Version is that of a library: numbers from left to right, and whether it comes
// before the release it names, as 2.1.0rc1 does.
type Version struct {
	numbers []int
	stage   int // of what comes before a release: dev, a, b, rc; 0 for a release
	count   int // of the stage
}

var (
	versionPattern = regexp.MustCompile(`^v?(\d+(?:\.\d+)*)(?:[-_.]?(dev|alpha|a|beta|b|preview|pre|rc|c|post)[-_.]?(\d*))?(?:[-_.]?(?:post|dev)\d*)*(?:\+.*)?$`)
	stages         = map[string]int{"dev": -4, "a": -3, "alpha": -3, "b": -2, "beta": -2, "c": -1, "rc": -1, "pre": -1, "preview": -1}
)

// ParseVersion reads a version as Python's packages write theirs (PEP 440): "2.13.0",
// "2.1.0rc1", "2.13.0+cpu". What stands after a plus sign does not count, nor does a
// second stage: rc1.dev5 is rc1.
func ParseVersion(text string) (Version, error) {
	m := versionPattern.FindStringSubmatch(strings.ToLower(strings.TrimSpace(text)))
	if m == nil {
		return Version{}, fmt.Errorf("%q is no version", text)
	}
	v := Version{stage: stages[m[2]]}
	for n := range strings.SplitSeq(m[1], ".") {
		i, err := strconv.Atoi(n)
		if err != nil {
			return Version{}, fmt.Errorf("%q is no version: %w", text, err)
		}
		v.numbers = append(v.numbers, i)
	}
	if m[3] != "" && v.stage != 0 {
		var err error
		if v.count, err = strconv.Atoi(m[3]); err != nil {
			return Version{}, fmt.Errorf("%q is no version: %w", text, err)
		}
	}
	return v, nil
}

// compare orders v and a key's version by as many numbers as the key has: 2.2.2 is
// neither before nor after 2.2. What comes before a release comes before it.
func (v Version) compare(key Version) int {
	number := func(i int) int {
		if i < len(v.numbers) {
			return v.numbers[i]
		}
		return 0
	}
	for i, k := range key.numbers {
		if n := number(i); n != k {
			return n - k
		}
	}
	if v.stage == 0 && key.stage == 0 {
		return 0
	}
	for i := len(key.numbers); i < len(v.numbers); i++ {
		if v.numbers[i] != 0 { // 2.2.1rc1 is one of 2.2
			return 0
		}
	}
	if v.stage != key.stage {
		// Of a release the stage is 0, the greatest.
		return v.stage - key.stage
	}
	return v.count - key.count
}

// order is compare by all numbers of both, those left out being 0: 2.2 comes before
// 2.2.1, and is 2.2.0.
func (v Version) order(w Version) int {
	for len(w.numbers) < len(v.numbers) {
		w.numbers = append(slices.Clip(w.numbers), 0)
	}
	return v.compare(w)
}

// A versionKey is the versions that a declaration is about.
type versionKey struct {
	text   string
	lo, hi *Version // nil for no bound
	exact  bool     // from lo to the next exact key
}

// parseKey reads "2.0.1", "2.0.1 and below", "2.0.1 and above" or "1.9.0 to 2.0.1".
func parseKey(text string) (k versionKey, err error) {
	k.text = strings.Join(strings.Fields(text), " ")
	one := func(s string) *Version {
		v, e := ParseVersion(s)
		if err == nil {
			err = e
		}
		return &v
	}
	if v, ok := strings.CutSuffix(k.text, " and below"); ok {
		k.hi = one(v)
	} else if v, ok := strings.CutSuffix(k.text, " and above"); ok {
		k.lo = one(v)
	} else if lo, hi, ok := strings.Cut(k.text, " to "); ok {
		k.lo, k.hi = one(lo), one(hi)
		if err == nil && k.lo.compare(*k.hi) > 0 {
			err = fmt.Errorf("the versions %q are none", text)
		}
	} else {
		k.lo, k.exact = one(k.text), true
	}
	return k, err
}

func (k versionKey) covers(v Version) bool {
	return (k.lo == nil || v.compare(*k.lo) >= 0) && (k.hi == nil || v.compare(*k.hi) <= 0)
}

// same reports whether two keys are one point of change, or one range in the same words.
func (k versionKey) same(other versionKey) bool {
	return k.text == other.text || k.exact && other.exact && k.lo.order(*other.lo) == 0
}

// choose returns the index of the key that version falls under: the last exact key at
// or before it; else the first range with it; else, and for a text that is no version,
// the last key.
func choose(keys []versionKey, version string) int {
	v, err := ParseVersion(version)
	if err != nil {
		return len(keys) - 1
	}
	best := -1
	for i, k := range keys {
		if k.exact && k.covers(v) && (best < 0 || k.lo.order(*keys[best].lo) > 0) {
			best = i
		}
	}
	if best >= 0 {
		return best
	}
	for i, k := range keys {
		if !k.exact && k.covers(v) {
			return i
		}
	}
	return len(keys) - 1
}
