package main

import (
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/goivy/goivy/ivy"
)

// limits are what a request may be and take.
type limits struct {
	body     int64         // bytes of a body
	question int           // bytes of a question
	most     int           // passages of an answer
	searches int           // at a time; others wait
	time     time.Duration // of a search, with the waiting
}

var standardLimits = limits{body: 16 << 10, question: 1000, most: 50, searches: 4, time: 10 * time.Second}

// A handler answers
//
//	GET /?q=…            a page with a form and, if there is a question, what was found
//	POST /search         {"query": "…", "k": 5}, where k may be left out: {"results": [{"line": 3, "text": "…", "score": 0.7}]}
//
// and errors with {"error": "…"}, or with the page.
type handler struct {
	index  *index
	k      int // of the page, and where a request does not say it
	limits limits
	turns  chan struct{} // one for each search that is going on
}

func newHandler(x *index, k int, l limits) http.Handler {
	h := &handler{x, min(max(k, 1), l.most), l, make(chan struct{}, l.searches)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", h.page)
	mux.HandleFunc("POST /search", h.answer)
	return mux
}

// A refusal is an error that has a status of HTTP.
type refusal struct {
	status int
	says   string
}

func (r *refusal) Error() string { return r.says }

// search returns what is found, or a refusal.
func (h *handler) search(ctx context.Context, question string, k int) ([]found, *refusal) {
	switch {
	case strings.TrimSpace(question) == "":
		return nil, &refusal{http.StatusBadRequest, "the question is empty"}
	case len(question) > h.limits.question:
		return nil, &refusal{http.StatusBadRequest, "the question is too long"}
	case k < 1 || k > h.limits.most:
		return nil, &refusal{http.StatusBadRequest, "k is out of its range"}
	}
	ctx, cancel := context.WithTimeout(ctx, h.limits.time)
	defer cancel()
	var out []found
	var err error
	select {
	case h.turns <- struct{}{}:
		out, err = h.inTurn(ctx, question, k)
	case <-ctx.Done():
		err = ctx.Err()
	}
	switch {
	case err == nil:
		return out, nil
	case errors.Is(err, context.DeadlineExceeded):
		return nil, &refusal{http.StatusServiceUnavailable, "the search took too long"}
	case errors.Is(err, context.Canceled): // nobody reads the answer
		return nil, &refusal{http.StatusServiceUnavailable, "the request was canceled"}
	case errors.Is(err, ivy.ErrValue):
		return nil, &refusal{http.StatusBadRequest, err.Error()}
	}
	return nil, &refusal{http.StatusInternalServerError, "the search failed"}
}

// inTurn searches, and gives back the turn.
func (h *handler) inTurn(ctx context.Context, question string, k int) ([]found, error) {
	defer func() { <-h.turns }()
	return h.index.search(ctx, question, k)
}

func (h *handler) answer(w http.ResponseWriter, r *http.Request) {
	q := struct {
		Query string `json:"query"`
		K     int    `json:"k"`
	}{K: h.k}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, h.limits.body))
	d.DisallowUnknownFields()
	err := d.Decode(&q)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			if err = more; err == nil {
				err = errors.New("more than one value")
			}
		}
	}
	var large *http.MaxBytesError
	var z []found
	var refused *refusal
	switch {
	case errors.As(err, &large):
		refused = &refusal{http.StatusRequestEntityTooLarge, "the body is too large"}
	case err != nil:
		refused = &refusal{http.StatusBadRequest, "the body is no question: " + err.Error()}
	default:
		z, refused = h.search(r.Context(), q.Query, q.K)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	var body any = map[string]any{"results": z}
	if refused != nil {
		w.WriteHeader(refused.status)
		body = map[string]string{"error": refused.says}
	}
	_ = json.NewEncoder(w).Encode(body) // an error is that the client has gone
}

var page = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{if .Question}}{{.Question}} – {{end}}Search</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
form { display: flex; gap: .5rem }
input { flex: 1; font: inherit; padding: .4rem .6rem }
button { font: inherit; padding: .4rem 1rem }
li { margin: .8rem 0 }
small { color: #595959 }
[role=alert] { color: #a00 }
</style>
</head>
<body>
<h1>Search</h1>
<form action="/" role="search">
<input name="q" aria-label="Question" value="{{.Question}}" maxlength="{{.Most}}" placeholder="What are you looking for?" autofocus required>
<button>Search</button>
</form>
{{with .Error}}<p role="alert">{{.}}</p>{{end}}
{{if .Found}}<ol>
{{range .Found}}<li>{{.Text}}<br><small>line {{.Line}}, {{printf "%.3f" .Score}}</small></li>
{{end}}</ol>{{else}}<p><small>{{.Passages}} passages</small></p>{{end}}
</body>
</html>
`))

func (h *handler) page(w http.ResponseWriter, r *http.Request) {
	v := struct {
		Question, Error string
		Found           []found
		Most, Passages  int
	}{Question: r.URL.Query().Get("q"), Most: h.limits.question, Passages: len(h.index.passages)}
	status := http.StatusOK
	if r.URL.Query().Has("q") {
		var refused *refusal
		if v.Found, refused = h.search(r.Context(), v.Question, h.k); refused != nil {
			status, v.Error = refused.status, refused.says
			v.Question = v.Question[:min(len(v.Question), h.limits.question)]
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = page.Execute(w, v)
}

// How long requests may take to arrive and answers to be taken, and how long those that are going on have at the end.
const (
	headerTime = 5 * time.Second
	bodyTime   = 10 * time.Second
	answerTime = 30 * time.Second
	idleTime   = time.Minute
	endTime    = 15 * time.Second
	headerSize = 16 << 10
)

// serve answers requests until ctx is done, and then those that have begun.
func serve(ctx context.Context, l net.Listener, h http.Handler) error {
	s := &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: answerTime, IdleTimeout: idleTime, MaxHeaderBytes: headerSize,
	}
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	if err := s.Shutdown(end); err != nil {
		return errors.Join(err, s.Close())
	}
	return nil
}
