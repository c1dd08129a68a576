package tokenizer

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// A piece of a word that a model found: a token, and the bytes of the word that it stands for.
type found struct {
	id       int32
	token    string
	from, to int
}

// A model finds the tokens of a word, which is not empty.
type model interface {
	find(w string, out []found) ([]found, error)
	id(token string) (int32, bool)
	size() int // of the vocabulary
}

// A vocabulary has the ids of tokens.
type vocabulary map[string]int32

func (v vocabulary) id(token string) (int32, bool) {
	i, ok := v[token]
	return i, ok
}

func (v vocabulary) size() int { return len(v) }

var errNoUnknown = errors.New("there is no token for what is unknown")

// A wordPiece finds the longest token that a word begins with, and again for the rest.
type wordPiece struct {
	vocabulary
	unknown string
	most    int              // characters of a word; longer ones are unknown
	rest    map[string]int32 // tokens that continue a word, without the prefix
	prefix  string
	longest int // bytes of a token
}

func (m *wordPiece) find(w string, out []found) ([]found, error) {
	begin := len(out)
	for at := 0; at < len(w) && (at > 0 || utf8.RuneCountInString(w) <= m.most); {
		tokens := map[string]int32(m.vocabulary)
		if at > 0 {
			tokens = m.rest
		}
		end, id, ok := min(len(w), at+m.longest), int32(0), false
		for ; end > at; end-- {
			if end < len(w) && !utf8.RuneStart(w[end]) {
				continue
			}
			if id, ok = tokens[w[at:end]]; ok {
				break
			}
		}
		if !ok {
			break
		}
		token := w[at:end]
		if at > 0 {
			token = m.prefix + token
		}
		out = append(out, found{id, token, at, end})
		if at = end; at == len(w) {
			return out, nil
		}
	}
	id, ok := m.vocabulary[m.unknown]
	if !ok {
		return nil, errNoUnknown
	}
	return append(out[:begin], found{id, m.unknown, 0, len(w)}), nil
}

// A merge is what two neighbouring tokens become, and how early.
type merge struct{ rank, id int32 }

// A bpe begins with the characters of a word and merges neighbours, in the order of its merges.
type bpe struct {
	vocabulary
	tokens         []string // by id
	merges         map[[2]int32]merge
	unknown        *string
	prefix, suffix string
	fuse           bool // neighbouring unknown characters are one token
	bytes          *[256]int32
	whole          bool // a word that is a token is not taken apart
}

// A symbol is a token of a word while neighbours are being merged, in a list.
type symbol struct {
	id         int32
	bytes      int // 0 if it has been merged with the one before
	prev, next int
}

// A candidate is a merge that may happen: of the symbol at a place and its next.
type candidate struct {
	rank, id int32
	at       int
}

func (a candidate) before(b candidate) bool {
	return a.rank < b.rank || a.rank == b.rank && a.at < b.at
}

// A queue is a heap of candidates.
type queue []candidate

func (q *queue) push(c candidate) {
	h := append(*q, c)
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if !h[i].before(h[up]) {
			break
		}
		h[i], h[up] = h[up], h[i]
		i = up
	}
	*q = h
}

func (q *queue) pop() candidate {
	h := *q
	top := h[0]
	n := len(h) - 1
	h[0] = h[n]
	h = h[:n]
	for i := 0; ; {
		least := i
		for _, down := range [2]int{2*i + 1, 2*i + 2} {
			if down < n && h[down].before(h[least]) {
				least = down
			}
		}
		if least == i {
			break
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
	*q = h
	return top
}

// symbols returns the characters of a word as tokens.
func (m *bpe) symbols(w string) ([]symbol, error) {
	var list []symbol
	add := func(id int32, bytes int) {
		list = append(list, symbol{id, bytes, len(list) - 1, len(list) + 1})
	}
	unknown, unknownBytes := int32(-1), 0
	for i := 0; i < len(w); {
		_, n := utf8.DecodeRuneInString(w[i:])
		s := w[i : i+n]
		if i > 0 && m.prefix != "" {
			s = m.prefix + s
		}
		if i+n == len(w) && m.suffix != "" {
			s += m.suffix
		}
		i += n
		if id, ok := m.vocabulary[s]; ok {
			if unknown >= 0 {
				add(unknown, unknownBytes)
				unknown = -1
			}
			add(id, n)
			continue
		}
		if m.bytes != nil && !slices.ContainsFunc([]byte(s), func(b byte) bool { return m.bytes[b] < 0 }) {
			for _, b := range []byte(s) {
				add(m.bytes[b], 1)
			}
			continue
		}
		if m.unknown == nil {
			continue // as the original does it: the character is dropped
		}
		if unknown >= 0 && m.fuse {
			unknownBytes += n
			continue
		}
		if unknown >= 0 {
			add(unknown, unknownBytes)
		}
		id, ok := m.vocabulary[*m.unknown]
		if !ok {
			return nil, errNoUnknown
		}
		unknown, unknownBytes = id, n
	}
	if unknown >= 0 {
		add(unknown, unknownBytes)
	}
	if len(list) > 0 {
		list[len(list)-1].next = -1
	}
	return list, nil
}

func (m *bpe) find(w string, out []found) ([]found, error) {
	if m.whole {
		if id, ok := m.vocabulary[w]; ok {
			return append(out, found{id, w, 0, len(w)}), nil
		}
	}
	list, err := m.symbols(w)
	if err != nil {
		return nil, err
	}
	var q queue
	offer := func(at int) {
		if at < 0 || list[at].next < 0 {
			return
		}
		if g, ok := m.merges[[2]int32{list[at].id, list[list[at].next].id}]; ok {
			q.push(candidate{g.rank, g.id, at})
		}
	}
	for i := range list {
		offer(i)
	}
	for len(q) > 0 {
		c := q.pop()
		s := &list[c.at]
		if s.bytes == 0 || s.next < 0 {
			continue
		}
		after := &list[s.next]
		if g, ok := m.merges[[2]int32{s.id, after.id}]; !ok || g.id != c.id {
			continue // one of the two has been merged with another
		}
		s.id, s.bytes = c.id, s.bytes+after.bytes
		after.bytes = 0
		s.next = after.next
		if s.next >= 0 {
			list[s.next].prev = c.at
		}
		offer(s.prev)
		offer(c.at)
	}
	at := 0
	for _, s := range list {
		if s.bytes > 0 {
			out = append(out, found{s.id, m.tokens[s.id], at, at + s.bytes})
			at += s.bytes
		}
	}
	return out, nil
}

// A unigram finds the tokens of a word with the greatest sum of scores.
type unigram struct {
	vocabulary
	sorted  []string  // the tokens
	scores  []float64 // of the sorted tokens
	ids     []int32
	starts  [257]int32 // for each byte where in sorted the tokens begin that begin with it
	unknown int32      // −1 if there is none
	lost    float64    // the score of a character that is of no token
	bytes   *[256]int32
}

// unknownPenalty is how much less the score of an unknown character is than the least of the tokens.
const unknownPenalty = 10

func newUnigram(tokens []string, scores []float64, unknown int32) *unigram {
	m := &unigram{vocabulary: make(vocabulary, len(tokens)), unknown: unknown}
	for i, t := range tokens {
		if i == 0 || scores[i] < m.lost {
			m.lost = scores[i]
		}
		m.vocabulary[t] = int32(i)
	}
	m.lost -= unknownPenalty
	m.sorted = make([]string, 0, len(m.vocabulary))
	for t := range m.vocabulary {
		if t != "" {
			m.sorted = append(m.sorted, t)
		}
	}
	slices.Sort(m.sorted)
	m.scores, m.ids = make([]float64, len(m.sorted)), make([]int32, len(m.sorted))
	for i, t := range m.sorted {
		m.ids[i] = m.vocabulary[t]
		m.scores[i] = scores[m.ids[i]]
	}
	for b := range m.starts {
		m.starts[b] = int32(sort.Search(len(m.sorted), func(i int) bool { return int(m.sorted[i][0]) >= b }))
	}
	return m
}

// prefixes calls f with each token that s begins with, from the shortest to the longest.
func (m *unigram) prefixes(s string, f func(i int)) {
	lo, hi := int(m.starts[s[0]]), int(m.starts[int(s[0])+1])
	for n := 1; lo < hi; n++ {
		if len(m.sorted[lo]) == n {
			f(lo)
			lo++
		}
		if n == len(s) || lo == hi {
			return
		}
		b := s[n] // of the tokens from lo on, all of which have more than n bytes, those that go on like s
		part := m.sorted[lo:hi]
		if part[0][n] == b && part[len(part)-1][n] == b {
			continue
		}
		hi = lo + sort.Search(len(part), func(i int) bool { return part[i][n] > b })
		lo += sort.Search(len(part), func(i int) bool { return part[i][n] >= b })
	}
}

func (m *unigram) find(w string, out []found) ([]found, error) {
	// The best way to each place of the word (A. Viterbi, 1967).
	type node struct {
		score float64
		from  int32 // −1 if no way is known
		id    int32
	}
	best := make([]node, len(w)+1)
	for i := range best {
		best[i].from = -1
	}
	for at := 0; at < len(w); {
		_, n := utf8.DecodeRuneInString(w[at:])
		single := false
		score := best[at].score
		m.prefixes(w[at:], func(i int) {
			length := len(m.sorted[i])
			to := &best[at+length]
			if s := m.scores[i] + score; to.from < 0 || s > to.score {
				*to = node{s, int32(at), m.ids[i]}
			}
			single = single || length == n
		})
		if !single {
			to := &best[at+n]
			if s := m.lost + score; to.from < 0 || s > to.score {
				if m.unknown < 0 {
					return nil, errNoUnknown
				}
				*to = node{s, int32(at), m.unknown}
			}
		}
		at += n
	}
	begin := len(out)
	for end := len(w); end > 0; {
		b := best[end]
		from := int(b.from)
		for b.id == m.unknown && from > 0 && best[from].id == m.unknown { // neighbours that are unknown are one
			from = int(best[from].from)
		}
		out = append(out, found{b.id, w[from:end], from, end})
		end = from
	}
	slices.Reverse(out[begin:])
	if m.bytes == nil && m.unknown < 0 {
		return out, nil
	}
	tokens := out[begin:]
	if !slices.ContainsFunc(tokens, func(f found) bool { return f.id == m.unknown }) {
		return out, nil
	}
	tokens = slices.Clone(tokens)
	out = out[:begin]
	for _, f := range tokens {
		id, ok := m.vocabulary[f.token] // unknown characters may be a token together
		switch {
		case ok:
			f.id = id
			out = append(out, f)
		case m.bytes != nil && !slices.ContainsFunc([]byte(f.token), func(b byte) bool { return m.bytes[b] < 0 }):
			for _, b := range []byte(f.token) {
				out = append(out, found{m.bytes[b], byteToken(b), f.from, f.to})
			}
		default:
			out = append(out, f)
		}
	}
	return out, nil
}

// byteToken returns the token that stands for a byte where the vocabulary lacks a character.
func byteToken(b byte) string { return fmt.Sprintf("<0x%02X>", b) }

// byteTokens returns the ids of the tokens of bytes, −1 for those that there are not.
func byteTokens(v vocabulary) *[256]int32 {
	ids := new([256]int32)
	for b := range ids {
		id, ok := v[byteToken(byte(b))]
		if !ok {
			id = -1
		}
		ids[b] = id
	}
	return ids
}

// newBPE returns a bpe of a vocabulary, whose merges are pairs of tokens.
func newBPE(v vocabulary, pairs [][2]string, prefix string) (*bpe, error) {
	m := &bpe{vocabulary: v, merges: make(map[[2]int32]merge, len(pairs)), prefix: prefix}
	most := int32(-1)
	for _, id := range v {
		most = max(most, id)
	}
	if int(most) >= 2*len(v)+1024 {
		return nil, fmt.Errorf("id %d in a vocabulary of %d tokens", most, len(v))
	}
	m.tokens = make([]string, most+1)
	for t, id := range v {
		m.tokens[id] = t
	}
	for rank, p := range pairs {
		var ids [3]int32
		for i, t := range [3]string{p[0], p[1], p[0] + strings.TrimPrefix(p[1], prefix)} {
			id, ok := v[t]
			if !ok {
				return nil, fmt.Errorf("merge %d makes or takes %q, which is not in the vocabulary", rank, t)
			}
			ids[i] = id
		}
		m.merges[[2]int32{ids[0], ids[1]}] = merge{int32(rank), ids[2]}
	}
	return m, nil
}
