# goivy: make run compares a real model, make test tests everything.

GO          ?= go
STATICCHECK ?= honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME    ?= 60s
DIGITS      := support/examples/digits

PYTHON_LIB  := support/arrayapi/python/goivy_array_api/libgoivy.so

# of make conformance: the versions of the standard are a list
BACKEND      ?= native
EXAMPLES     ?= 200
VERSION      ?= 2025.12 2024.12

.PHONY: run test test-short bench lint generate build fuzz arrayapi conformance clean

## run: classify the handwritten digits on every backend and compare with PyTorch's logits
run: build
	bin/ivy compare --reference $(DIGITS)/logits.npz $(DIGITS)/classify.star \
		digits=$(DIGITS)/digits.npz model=$(DIGITS)/digits-model.safetensors

## build: the command, with every backend that this machine can link, in bin/ivy
build:
	@mkdir -p bin
	$(GO) build -o bin/ivy ./support/cmd/ivy

## test: all tests, the race detector on what it can check in reasonable time, and lint
test: lint
	$(GO) test ./...
	$(GO) test -race -short ./...

## arrayapi: the library of the Python package goivy_array_api
arrayapi:
	$(GO) build -buildmode=c-shared -o $(PYTHON_LIB) ./support/arrayapi/lib

## conformance: the official Array API test suite, a checkout at ARRAY_API_TESTS, on BACKEND
conformance: arrayapi
	support/arrayapi/conformance.sh "$(ARRAY_API_TESTS)" $(BACKEND) $(EXAMPLES) $(VERSION)

## test-short: the tests that take seconds
test-short:
	$(GO) test -short ./...

## bench: what calls and kernels cost
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./support/bench

## lint: gofmt, vet for this machine and for one without assembly, staticcheck
lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt is due:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	GOARCH=arm64 $(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

## generate: write the generated files anew from the table of operations
generate:
	rm -f ivy/zfuncs.go
	$(GO) generate ./support/opsgen

## fuzz: every fuzz target for FUZZTIME
fuzz:
	@for pkg in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
		done; \
	done

clean:
	rm -rf bin $(PYTHON_LIB) $(PYTHON_LIB:.so=.h)
