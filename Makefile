# Each target does its own set-up in a local venv and is safe to repeat.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pip install --quiet --disable-pip-version-check --no-compile
SAY := @echo '>>'
KERNEL := $(wildcard kernel/*/*) CMakeLists.txt pyproject.toml

.PHONY: demo play test test-long lint style types windows-types format docs signatures bench fuzz attack tsan wheel portable site site-serve test-site clean

demo: $(VENV)/.product
	$(BIN)/sapper watch --level expert --seed 6 --delay 0.04

play: $(VENV)/.web
	$(BIN)/sapper play

# The tests start Python hundreds of times: what it compiles is kept, wherever the environment
# says not to, and outside the tree.
test: export PYTHONDONTWRITEBYTECODE :=
test: export PYTHONPYCACHEPREFIX := $(CURDIR)/build/python

# Where `make site` has fetched its parts, the site is tested too, built from the present sources.
test: $(VENV)/.developer
	$(SAY) Checking style and types, and looking for browsers
	@$(MAKE) --no-print-directory --jobs 2 lint $(WITH_BROWSERS)
	@test ! -e $(STUDIO)/.parts || $(MAKE_SITE)
	$(SAY) Running the tests in a random order
	@$(BIN)/pytest -n auto --dist worksteal

# The same tests, those that repeat something repeating it far more often.
test-long: export SAPPER_TESTS := long
test-long: test

lint: style types windows-types

CPP := find kernel tests/fuzz -name '*.?pp'
PAGE := find src browser tests benchmarks docs -name '*.*js' -o -name '*.js' -o -name '*.css'
style: $(VENV)/.developer
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(CPP) | xargs $(BIN)/clang-format --dry-run --Werror
	$(PAGE) | xargs $(BIN)/oxfmt --check
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*

types: $(VENV)/.developer
	$(BIN)/mypy

windows-types: $(VENV)/.developer
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 src

# Write every source in the form that `make lint` expects.
format: $(VENV)/.developer
	$(BIN)/ruff format .
	$(CPP) | xargs $(BIN)/clang-format -i
	$(PAGE) | xargs $(BIN)/oxfmt

# The documentation site, in build/docs. (The variable silences an advertisement.)
docs: $(VENV)/.developer
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "Open build/docs/index.html; its search needs a server: python3 -m http.server -d build/docs"

# The hash of every player's moves; a test fails when one changes.
signatures: $(VENV)/.developer
	PYTHONPATH=tests $(BIN)/python -m harness.signatures

bench: $(VENV)/.developer
	$(INSTALL) 'ms_toollib>=1.5'
	$(BIN)/python benchmarks knowledge
	$(BIN)/python benchmarks engine
	$(BIN)/python benchmarks strength
	$(BIN)/python benchmarks metrics
	$(BIN)/python benchmarks boards
	$(BIN)/python benchmarks explain --games 20
	$(BIN)/python benchmarks web
	$(BIN)/python benchmarks gym

# Half of the time the kernel alone, half of it through Python; both under ASan and UBSan. The
# interpreter is not built with them, so their libraries have to be loaded before it.
SECONDS ?= 300
FUZZ := .venv-fuzz
FUZZ_INSTALL := $(subst $(VENV),$(FUZZ),$(INSTALL))
SANITIZERS = ldd $(FUZZ)/lib/python*/site-packages/sapper/_kernel*.so | awk '/libasan|libstdc/ {print $$3}'
fuzz: build/address,undefined/.built $(FUZZ)/.sanitized
	build/address,undefined/fuzz_kernel $$(($(SECONDS) / 2))
	LD_PRELOAD="$$($(SANITIZERS) | xargs)" ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=tests \
	  $(FUZZ)/bin/python -m fuzz.fuzz_python $$(($(SECONDS) / 2))

# Attacks on real servers and commands, in rounds, until the time is over or one gets through.
SEED ?= 1
attack: $(VENV)/.developer
	PYTHONPATH=tests $(BIN)/python -m attack.run $(SECONDS) $(SEED)

# Everything in the kernel that runs over threads, under ThreadSanitizer.
tsan: build/thread/.built
	build/thread/fuzz_kernel threads $(SECONDS)

# Wheels and the source archive in dist/, each installed and played with where no compiler is.
PACK := .venv-wheel
PACK_INSTALL := $(subst $(VENV),$(PACK),$(INSTALL))
wheel: $(PACK)/.tools
	PATH="$(CURDIR)/$(PACK)/bin:$$PATH" $(PACK)/bin/python wheels/make.py

# The kernel compiles and links with Clang for the systems that get wheels. Zig is a Clang that
# brings the headers and libraries of all of them. What this system can run has to play, too.
SYSTEMS := x86_64-linux-gnu aarch64-linux-gnu x86_64-windows-gnu aarch64-macos
portable: $(SYSTEMS:%=build/%/.linked)
	build/$$(uname -m)-linux-gnu/fuzz_kernel 10

# The whole app as static files in site/, for any host: Python and the kernel as WebAssembly. What
# it is made from is pinned by hashes and kept in build/browser.
STUDIO := .venv-site
STUDIO_INSTALL := $(subst $(VENV),$(STUDIO),$(INSTALL))
MAKE_SITE = PATH="$(CURDIR)/$(BIN):$$PATH" $(STUDIO)/bin/python browser/make.py
site: $(STUDIO)/.tools | $(VENV)/.tools
	$(MAKE_SITE)
	touch $(STUDIO)/.parts

site-serve: site
	$(STUDIO)/bin/python browser/serve.py

test-site: $(VENV)/.browser site
	$(BIN)/pytest -n 2 tests/web/browser tests/static_site --carrier browser

clean:
	rm -rf $(VENV) $(FUZZ) $(PACK) $(STUDIO) build dist site

# The build tools live in the venv too, so that only changed files are built again.
$(VENV)/.tools:
	$(SAY) Making $(VENV) with the tools that build the kernel
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) 'scikit-build-core>=0.11' 'nanobind>=2.4' cmake ninja
	@touch $@

# The package is installed in place: a changed Python file needs no new install, the kernel does.
$(VENV)/.product: $(KERNEL) | $(VENV)/.tools
	$(SAY) Building the kernel and installing Sapper in $(VENV)
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/.developer: $(KERNEL) | $(VENV)/.tools
	$(SAY) Building the kernel and installing Sapper with all its parts and test tools in $(VENV)
	@$(INSTALL) --no-build-isolation --editable '.[all,dev]'
	@touch $@ $(VENV)/.product

$(VENV)/.web: $(VENV)/.product
	$(SAY) Installing what the page needs in $(VENV)
	@$(INSTALL) --no-build-isolation --editable '.[web]'
	@touch $@

# The page's tests prefer Chromium's headless shell, which needs half of the processor time. They
# take another Chromium that is there. One test is repeated in Firefox. What is missing is installed
# from the system's packages if that is allowed; BROWSERS=no installs nothing.
BROWSERS := yes
WITH_BROWSERS := $(if $(filter yes,$(BROWSERS)),$(VENV)/.browser $(VENV)/.firefox)
APT := env DEBIAN_FRONTEND=noninteractive apt-get -qq --yes --no-install-recommends -o DPkg::Lock::Timeout=300
define INSTALL_PACKAGES
if command -v apt-get >/dev/null; then \
  echo '>> Installing $(1) with apt-get; make test BROWSERS=no does without'; \
  ($(APT) update && $(APT) install $(1)) >$@.log 2>&1 || sudo -n $(APT) install $(1) >>$@.log 2>&1; \
fi
endef
MISSING = echo '>> No $(1) is here and none could be installed ($@.log): its tests will be left out'

$(VENV)/.browser: | $(VENV)/.developer
	@command -v chromium-headless-shell >$@ || command -v chromium >$@ || command -v google-chrome >$@ \
	  || { $(call INSTALL_PACKAGES,chromium-headless-shell fonts-liberation); \
	    command -v chromium-headless-shell >$@; } \
	  || $(BIN)/playwright install chromium >$@ 2>>$@.log || { rm $@; $(call MISSING,Chromium); }

$(VENV)/.firefox: | $(VENV)/.browser
	@command -v firefox-esr >$@ || command -v firefox >$@ \
	  || { $(call INSTALL_PACKAGES,firefox-esr); command -v firefox-esr >$@; } \
	  || { rm $@; $(call MISSING,Firefox); }

$(FUZZ)/.sanitized: $(KERNEL) | $(FUZZ)/.tools
	CXX=g++ $(FUZZ_INSTALL) --no-build-isolation -C build-dir=build/sanitized \
	  -C cmake.define.SAPPER_SANITIZE=address,undefined --editable '.[gym]'
	touch $@

build/%/.built: $(KERNEL) $(wildcard tests/fuzz/*pp) | $(FUZZ)/.tools
	CXX=g++ $(FUZZ)/bin/cmake -S . -B $(@D) -DSAPPER_FUZZ=ON -DSAPPER_SANITIZE=$*
	$(FUZZ)/bin/cmake --build $(@D) --parallel 2
	touch $@

build/%/.linked: $(KERNEL) $(wildcard tests/fuzz/*pp) | $(PACK)/.tools
	CXX="$(CURDIR)/$(PACK)/bin/python -m ziglang c++ --target=$*" $(PACK)/bin/cmake -S . -B $(@D) \
	  -DCMAKE_SYSTEM_NAME=Generic -DSAPPER_FUZZ=ON
	$(PACK)/bin/cmake --build $(@D) --parallel 2
	touch $@

$(FUZZ)/.tools:
	$(PYTHON) -m venv $(FUZZ)
	$(FUZZ_INSTALL) 'scikit-build-core>=0.11' 'nanobind>=2.4' cmake ninja
	touch $@

$(STUDIO)/.tools: browser/tools.txt
	$(PYTHON) -m venv $(STUDIO)
	$(STUDIO_INSTALL) --require-hashes --only-binary :all: --requirement $<
	touch $@

$(PACK)/.tools: wheels/tools.txt
	$(PYTHON) -m venv $(PACK)
	$(PACK_INSTALL) --requirement $<
	touch $@
