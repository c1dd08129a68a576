package frontend

import (
	"fmt"
	"strconv"
	"strings"
)

// A Param is a parameter of a function.
type Param struct {
	Name       string
	Default    any // nil is Python's None
	Required   bool
	Positional bool // may be given by position
	Keyword    bool // may be given by name
	Rest       bool // "*name": takes the positional arguments that are left, as []any
	More       bool // "**name": takes the keywords that are left, as []Named
}

// A Signature is the parameters of a function, as Python writes them.
type Signature struct {
	Text   string
	Params []Param
}

// parseSignature reads "x1, x2, /, out=None, *, where=True". Defaults are None, True,
// False, numbers, quoted strings and "()".
func parseSignature(text string) (Signature, error) {
	s := Signature{Text: text}
	positional, keyword := true, true
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		name, value, optional := strings.Cut(part, "=")
		switch {
		case part == "" && text == "":
			return s, nil
		case part == "/":
			for i := range s.Params {
				s.Params[i].Keyword = false
			}
			continue
		case part == "*":
			positional = false
			continue
		case strings.HasPrefix(part, "**"):
			s.Params = append(s.Params, Param{Name: part[2:], More: true})
			continue
		case strings.HasPrefix(part, "*"):
			s.Params = append(s.Params, Param{Name: part[1:], Positional: true, Rest: true})
			positional = false
			continue
		}
		p := Param{Name: name, Required: !optional, Positional: positional, Keyword: keyword}
		if optional {
			v, err := literal(value)
			if err != nil {
				return s, fmt.Errorf("the signature (%s): %w", text, err)
			}
			p.Default = v
		}
		if name == "" || strings.ContainsAny(name, " '\"") || len(s.Params) >= maxParams {
			return s, fmt.Errorf("the signature (%s): %q is no parameter, or one too many", text, part)
		}
		s.Params = append(s.Params, p)
	}
	return s, nil
}

func literal(text string) (any, error) {
	switch text {
	case "None":
		return nil, nil
	case "True":
		return true, nil
	case "False":
		return false, nil
	case "()":
		return []any{}, nil
	}
	if i, err := strconv.Atoi(text); err == nil {
		return i, nil
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return f, nil
	}
	if n := len(text); n >= 2 && (text[0] == '\'' || text[0] == '"') && text[n-1] == text[0] {
		return text[1 : n-1], nil
	}
	return nil, fmt.Errorf("the default %s is not understood", text)
}

// index returns the index of the parameter of a name, −1 if there is none.
func (s *Signature) index(name string) int {
	for i := range s.Params {
		if s.Params[i].Name == name {
			return i
		}
	}
	return -1
}

// names lists the parameters that a keyword may name.
func (s *Signature) names() string {
	var names []string
	for _, p := range s.Params {
		if p.Keyword {
			names = append(names, p.Name)
		}
	}
	return strings.Join(names, ", ")
}
