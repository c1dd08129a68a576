# goivy: make run compares a real model, make test tests everything.
#
# The backends torch and tensorflow are built in on Linux with g++ and Python: their
# libraries are fetched once into the user's cache, or LIBTORCH and TENSORFLOW name the
# folders of those that are there (with include and lib in them). TORCH=off and
# TENSORFLOW=off leave them out.

GO          ?= go
STATICCHECK ?= honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME    ?= 60s
CALLS       ?= 1000000
SEED        ?= 0
TRAIN_BACKENDS ?= native $(patsubst lib%,%,$(LINKED))
FRAMEWORKS  ?= numpy jax torch tensorflow
PROGRAMS    ?= 10000
PYTHON      ?= python3
DIGITS      := support/examples/digits
CACHE       := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/goivy

# What is built in, and the flags of cgo for it.
comma := ,
ifeq ($(shell uname -sm),Linux x86_64)
ifneq ($(and $(shell command -v g++),$(shell command -v python3)),)
ifneq ($(TORCH),off)
TORCH_HOME := $(or $(LIBTORCH),$(CACHE)/libtorch-2.13.0/torch)
LINKED     += libtorch
LIBRARIES  += $(TORCH_HOME)/lib/libtorch_cpu.so
HOMES      += $(TORCH_HOME)
endif
ifneq ($(TENSORFLOW),off)
TENSORFLOW_HOME := $(or $(TENSORFLOW),$(CACHE)/tensorflow-2.18.1)
LINKED     += tensorflow
LIBRARIES  += $(TENSORFLOW_HOME)/lib/libtensorflow.so
HOMES      += $(TENSORFLOW_HOME)
endif
endif
endif
ifdef LINKED
TAGS := -tags $(subst $() ,$(comma),$(strip $(LINKED)))
export CGO_CFLAGS   := -O2 $(addsuffix /include,$(addprefix -I,$(HOMES)))
export CGO_CXXFLAGS := $(CGO_CFLAGS)
export CGO_LDFLAGS  := $(foreach home,$(HOMES),-L$(home)/lib -Wl,-rpath,$(home)/lib)
endif

# How tests are linked: gold takes half the time that ld takes with libraries of this size.
ifneq ($(shell command -v ld.gold),)
LINK := -ldflags='-w -extldflags=-fuse-ld=gold'
endif

# code that may lie anywhere, as that of the library for Python does, which a test builds: what is compiled once serves all
ifdef LINKED
PIE := -buildmode=pie
endif

# tests of the native backend whose answers do not depend on vector kernels
WITHOUT_SIMD := ^(TestStepsAreFreed|TestMemoryOf.*|TestLoopAllocations)$$|^TestBackend$$/^(misuse|unusable|control|encoding|files|many_parts|canceled)$$

# packages of which make test runs the tests where ints have 32 bits: sizes, offsets and files
NARROW := $(addprefix ./backends/native/internal/,array fuse move reduce simd) ./internal/... ./ivy/backend ./ivy/dtype ./ivy/files ./ivy/shape

# tests of the native backend whose answers do not depend on how wide an int is
ANY_WIDTH := ^(TestStepsAreFreed|TestMemoryOf.*|TestLoopAllocations|TestCompiled.*|TestNormalized.*|TestRecurrent.*)$$|^TestBackend$$/^(gradients|matrices|random|gradient_programs|canceled|control|scopes|plans|consistent|concurrent)$$

# what of native has goroutines of its own; and what else is called from many, of which the tests of those
RACING := $(addprefix ./backends/native/internal/,array fuse gemm product) ./internal/filemap ./support/arrayapi
CALLED := $(addprefix ./backends/native/internal/,elementwise fourier lapack move) ./backends/native ./ivy ./ivy/backend ./ivy/files ./support/models/... ./support/script
RACES  := AtOnce|Batch|Cancel|Cluster|Concurrent|Device|Freed|Goroutines|Memory|Plans$$|Quiet|Read$$|SettingsStay|Recurrent|Silent|Stop|Team|Thread|Worker

# of make sanitize: what it checks, and what of that has passed
SHIMS       := $(sort $(wildcard cgo/*.sh cgo/*/*.cpp cgo/*/*.h cgo/*/*.hpp cgo/*/sanitize/*) support/libraries/fetch.py)
SANITIZED   := cgo/sanitized.sha256

PYTHON_LIB  := support/arrayapi/python/goivy_array_api/libgoivy.so

# of make conformance: the versions of the standard are a list
BACKEND      ?= native
EXAMPLES     ?= 200
VERSION      ?= 2025.12 2024.12

# of make bench: the folder of what it writes, and flags of ivy bench (--quick, --only REGEXP)
BENCH        ?= bin
BENCH_FLAGS  ?=

.PHONY: run train test test-short race narrow bench lint generate assembly build env libraries model detours consistency fuzz fuzz-calls fuzz-frontends fuzz-gradients arrayapi conformance conformance-onnx endurance sanitize sanitized clean

## run: classify the handwritten digits on every backend and compare with PyTorch's logits
run: build
	bin/ivy compare --reference $(DIGITS)/logits.npz $(DIGITS)/classify.star \
		digits=$(DIGITS)/digits.npz model=$(DIGITS)/digits-model.safetensors

## train: digits, a logistic regression, a text and an oscillation trained from scratch on each of TRAIN_BACKENDS; curves in bin/train
train: libraries
	@mkdir -p bin/train
	$(GO) build $(TAGS) -o bin/train/train ./support/examples/train
	for b in $(TRAIN_BACKENDS); do for run in "digits --model mlp" "digits --model cnn" logistic oscillator text; do \
		bin/train/train $$run --backend $$b --out bin/train || exit 1; \
	done; done

## build: the command, with every backend that this machine can link, in bin/ivy
build: libraries
	@mkdir -p bin
	$(GO) build $(TAGS) $(PIE) -o bin/ivy ./support/cmd/ivy

## libraries: the C libraries of the backends, in the cache
libraries: $(LIBRARIES)

$(CACHE)/libtorch-2.13.0/torch/lib/libtorch_cpu.so:
	python3 support/libraries/fetch.py torch

$(CACHE)/tensorflow-2.18.1/lib/libtensorflow.so:
	python3 support/libraries/fetch.py tensorflow

## model: all-MiniLM-L6-v2, a model of sentence embeddings, in the cache; prints its folder
model:
	@python3 support/libraries/fetch.py model

## env: the settings with which go builds programs that have the backends in them: eval "$$(make env)"
env:
	@echo 'export GOFLAGS="$(subst -tags ,-tags=,$(TAGS))"'
	@echo 'export CGO_CFLAGS="$(CGO_CFLAGS)"'
	@echo 'export CGO_CXXFLAGS="$(CGO_CXXFLAGS)"'
	@echo 'export CGO_LDFLAGS="$(CGO_LDFLAGS)"'

## test: all tests, the race detector on what it can check in reasonable time, and lint
test: lint
	$(GO) test $(TAGS) $(LINK) $(PIE) -vet=off -timeout 30m ./...
	$(GO) test -vet=off -timeout 30m -race -short $(RACING)
	$(GO) test -vet=off -timeout 30m -race -short -run '$(RACES)' $(CALLED)
	for level in off avx2; do IVY_SIMD=$$level $(GO) test $(TAGS) $(LINK) $(PIE) -vet=off -short -count=1 -skip "$(WITHOUT_SIMD)" ./backends/native/... ./ivy/random/... || exit 1; done
ifeq ($(shell uname -sm),Linux x86_64)
	GOARCH=386 CGO_ENABLED=0 $(GO) test -vet=off -short $(NARROW)
endif

## race: all tests but those of most frontends under the race detector, of which make test runs what concerns goroutines of the native backend
race: libraries
	$(GO) test $(TAGS) $(LINK) -vet=off -timeout 60m -race -short ./backends/backendtest/... ./backends/internal/... ./backends/native/internal/... ./cgo/... ./internal/... ./ivy/... ./frontends/onnx/... ./support/arrayapi/... ./support/compare/... ./support/models/...
	$(GO) test $(TAGS) $(LINK) -vet=off -timeout 60m -race -short -run '$(RACES)' ./backends/native ./support/script/... $(patsubst %,./backends/%,$(LINKED))

## narrow: all tests where ints have 32 bits, of which make test has those of a few packages
narrow:
	GOARCH=386 CGO_ENABLED=0 $(GO) build ./support/cmd/ivy
	GOARCH=386 CGO_ENABLED=0 $(GO) test -vet=off -short ./ivy/... ./backends/native/internal/... ./frontends/...
	GOARCH=386 CGO_ENABLED=0 $(GO) test -vet=off -short -skip "$(ANY_WIDTH)" ./backends/native

## detours: TensorFlow's own operation of each function, for every dtype: whether it gives what native gives decides what the backend calls
detours: libraries
	$(GO) test $(TAGS) -vet=off -count=1 -timeout 30m -v -run '^TestDetours$$' ./backends/tensorflow -all-dtypes

## consistency: every call of TestBackend/consistent, of which make test makes one of 36, on native one of three, and the C libraries' gradients element by element; more of compiled functions, transforms and factorizations on native; what steps leave behind, of six times as many calls; every program of random numbers, of which it runs every third, and ten million numbers of each kind, of which it draws two; make generate over files that are broken
consistency: libraries
	GOIVY_CONSISTENCY=all $(GO) test -vet=off -count=1 -timeout 30m -run '^(TestDraws|TestGenerate|TestManyNumbers)$$' ./support/script ./support/repotest ./ivy/random
	GOIVY_CONSISTENCY=all $(GO) test -vet=off -count=1 -timeout 60m -run '^(TestBackend|TestCompiledBlocks|TestCompiledNonTemporal)$$/^(consistent)?$$' ./backends/native
	GOIVY_CONSISTENCY=all $(GO) test -vet=off -count=1 -timeout 60m -run '^(TestAccuracy|TestEigOfOddMatrices|TestDivideBidiagonal)$$' ./backends/native/internal/fourier ./backends/native/internal/lapack
	GOIVY_CONSISTENCY=all $(GO) test $(TAGS) -vet=off -count=1 -timeout 60m -run '^TestBackend$$/^(consistent|gradients)$$' $(patsubst %,./backends/%,$(LINKED))
	GOIVY_CONSISTENCY=all $(GO) test $(TAGS) -vet=off -count=1 -timeout 60m -run '^TestStepsAreFreed$$' ./backends/native $(patsubst %,./backends/%,$(LINKED))

## endurance: ten million operations on 1 MB arrays without Free, which stay below 1 GB on libtorch and 1.5 GB on TensorFlow, and a million steps in scopes of eight goroutines under the race detector
endurance: libraries
	GOIVY_ADDITIONS=10000000 $(GO) test $(TAGS) -timeout 0 -v -run TestMemoryOfDropped $(patsubst %,./backends/%,$(LINKED))
	GOIVY_STEPS=1000000 $(GO) test $(TAGS) -race -timeout 0 -v -run TestMemoryOfScopes ./backends/native $(patsubst %,./backends/%,$(LINKED))

## sanitize: the shims over the C libraries under the address, leak and undefined-behaviour sanitizers; cgo/sanitized.sha256 says what passed
sanitize: libraries
	$(if $(TORCH_HOME),cgo/torch/sanitize/run.sh $(TORCH_HOME) bin/sanitize/torch,@echo "sanitize: no libtorch here")
	$(if $(TENSORFLOW_HOME),cgo/tfeager/sanitize/run.sh $(TENSORFLOW_HOME) bin/sanitize/tensorflow,@echo "sanitize: no TensorFlow here")
	$(if $(TORCH_HOME),$(if $(TENSORFLOW_HOME),sha256sum $(SHIMS) > $(SANITIZED)))

## sanitized: sanitize, if the shims or the versions of the libraries are others than those that passed
sanitized:
	@sha256sum $(SHIMS) | cmp -s - $(SANITIZED) || $(MAKE) sanitize

## arrayapi: the library of the Python package goivy_array_api
arrayapi: libraries
	$(GO) build $(TAGS) -buildmode=c-shared -o $(PYTHON_LIB) ./support/arrayapi/lib

## conformance: the official Array API test suite, a checkout at ARRAY_API_TESTS, on BACKEND
conformance: arrayapi
	support/arrayapi/conformance.sh "$(ARRAY_API_TESTS)" $(BACKEND) $(EXAMPLES) $(VERSION)

## conformance-onnx: ONNX's official node suite, and the models of support/oracle/onnx_models.txt against ONNX Runtime, on every backend; PYTHON has support/oracle/requirements_onnx.txt
conformance-onnx: libraries
	@mkdir -p bin/onnx
	$(PYTHON) support/oracle/gen_onnx_suite.py bin/onnx/suite.tar.gz all
	$(PYTHON) support/oracle/gen_onnx_models.py bin/onnx/models
	GOIVY_ONNX_SUITE=$(CURDIR)/bin/onnx/suite.tar.gz GOIVY_ONNX_MODELS=$(CURDIR)/bin/onnx/models $(GO) test $(TAGS) $(LINK) -vet=off -count=1 -timeout 30m -v -run '^(TestNodeSuite|TestModels)$$' ./frontends/onnx

## test-short: the tests that take seconds
test-short: libraries
	$(GO) test $(TAGS) -short ./...

## bench: the tables of what calls and kernels cost, next to NumPy, SciPy, PyTorch, TensorFlow, JAX and Ivy: bench.txt, bench.json and bench.svg in BENCH
bench: build
	@mkdir -p $(BENCH)
	bin/ivy bench --setup --freed --json $(BENCH_FLAGS) > $(BENCH)/bench.json || [ $$? = 1 ]
	bin/ivy bench --from $(BENCH)/bench.json --chart $(BENCH)/bench.svg > $(BENCH)/bench.txt; status=$$?; cat $(BENCH)/bench.txt; exit $$status

## lint: gofmt, vet, also of what is there without assembly where ints have 32 bits, staticcheck
lint: libraries
	@test -z "$$(gofmt -l .)" || { echo "gofmt is due:"; gofmt -l .; exit 1; }
	$(GO) vet $(TAGS) $(PIE) ./...
	GOARCH=386 CGO_ENABLED=0 $(GO) build ./ivy
	GOARCH=386 CGO_ENABLED=0 $(GO) vet ./backends/native/internal/... ./ivy/random/...
	GOFLAGS=$(PIE) $(GO) run $(STATICCHECK) $(TAGS) ./...

## generate: write the generated files anew, whatever is in their places: the assembly, and from the table of operations
generate: libraries assembly
	GOFLAGS="$(subst -tags ,-tags=,$(TAGS))" $(GO) generate ./support/opsgen

## assembly: write the generated assembly anew
assembly:
	GOFLAGS= $(GO) generate ./backends/native/internal/... ./ivy/random/internal/lanes

## fuzz: every fuzz target for FUZZTIME
fuzz:
	@for pkg in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
		done; \
	done

## fuzz-calls: CALLS random calls of every function on all backends, from SEED, or one that is drawn; each is in bin/calls before it is made
fuzz-calls: libraries
	@mkdir -p bin/calls
	$(GO) test $(TAGS) -vet=off -count=1 -timeout 0 -v -run '^TestCalls$$' ./backends/backendtest/calls -calls $(CALLS) -seed $(SEED) -log $(CURDIR)/bin/calls

## fuzz-frontends: PROGRAMS random programs for each of FRAMEWORKS from SEED, which PYTHON has, against what the framework itself answers
fuzz-frontends:
	@mkdir -p bin/programs
	$(GO) test -vet=off -count=1 -run '^TestFunctionTables$$' ./support/script -functions $(CURDIR)/bin/programs/functions.json
	@status=0; for f in $(FRAMEWORKS); do \
		$(PYTHON) support/oracle/random_programs.py $$f --functions bin/programs/functions.json --out bin/programs/$$f.json.gz --count $(PROGRAMS) --seed $(SEED) || exit 1; \
		$(GO) test -vet=off -count=1 -timeout 0 -v -run '^TestRandomPrograms$$' ./support/script -programs $(CURDIR)/bin/programs/$$f.json.gz || status=1; \
	done; exit $$status

## fuzz-gradients: PROGRAMS random programs on each backend from SEED, whose gradients are compared with differences and the native ones
fuzz-gradients: libraries
	RAPID_CHECKS=$(PROGRAMS) RAPID_SEED=$(SEED) $(GO) test $(TAGS) -vet=off -count=1 -timeout 0 -run '^TestBackend$$/^gradient_programs$$/^drawn$$' \
		./backends/native $(patsubst %,./backends/%,$(LINKED))

clean:
	rm -rf bin $(PYTHON_LIB) $(PYTHON_LIB:.so=.h)
