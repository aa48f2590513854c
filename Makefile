# One verb per chore. CI runs exactly these.

# What Debian 12 has to give: libraries to build with, and the Python that the scripts of the tests and the demo use.
PACKAGES := libvips-dev liblcms2-dev libjpeg-dev libwebp-dev libinotifytools0-dev libsqlite3-dev libssl-dev \
  python3 python3-pil libimage-exiftool-perl strace

# A stage may import only what Package.swift says it does.
CHECKED := --explicit-target-dependency-import-check error
RELEASE := -c release --static-swift-stdlib $(CHECKED)
PYTHON := /usr/bin/python3

# What the benchmark needs beside that: photos, the peers, and what these are compiled with.
bench: PACKAGES += gcc libc6-dev libjpeg62-turbo-dev libwebp-dev libpng-dev zlib1g-dev libheif-examples pkg-config \
  python3-dev python3-numpy python3-venv
ifndef QUICK
bench: PACKAGES += lomiri-wallpapers-16.04 lomiri-wallpapers-20.04 mate-backgrounds
endif
ifeq ($(PEERS),all)
bench: PACKAGES += libvips-tools graphicsmagick imagemagick
endif

.PHONY: deps build test bench fuzz-worker demo lint format clean

# Installs what is missing; with nothing missing it neither needs root nor the network.
deps:
	@command -v swift >/dev/null || { echo "Swift 6.3 is missing: see https://www.swift.org/install/linux" >&2; exit 69; }
	@missing=; for package in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing$$missing"; \
	  if [ "$$(id -u)" = 0 ]; then root="env"; else root="sudo env"; fi; \
	  $$root DEBIAN_FRONTEND=noninteractive apt-get -qq update && \
	  $$root DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $$missing </dev/null; \
	fi

# Both programs for use: .build/release/tondo and, beside it, .build/release/tondo-worker.
build: deps
	swift build $(RELEASE)

# Both programs for testing, the unit tests, the avatars of real photos against plain Pillow crops, and what exiftool
# finds in them.
test: deps
	swift build --build-tests $(CHECKED)
	$(PYTHON) Tests/Scripts/compare_with_pillow.py .build/debug/tondo
	$(PYTHON) Tests/Scripts/privacy.py .build/debug/tondo
	swift test --skip-build $(CHECKED)

# Tondo's worker against what people take instead, on photos that it makes; results go to Tests/Benchmarks/RESULTS.md.
# PEERS=all measures more of them; QUICK=1 only shows that the benchmark works.
bench: build
	$(PYTHON) Tests/Benchmarks/bench.py .build/release/tondo .build/release/tondo-worker \
	  $(if $(QUICK),--quick) $(if $(filter all,$(PEERS)),--all)

# Mutated photos through a worker with AddressSanitizer; COPIES of each format.
COPIES := 500
fuzz-worker: deps
	swift build --sanitize=address --product tondo-worker --scratch-path .build/asan $(CHECKED)
	$(PYTHON) Tests/Scripts/fuzz_worker.py .build/asan/debug/tondo-worker $(COPIES)

# Drops the portraits of Examples/, edits their manifests and shows what changed. KEEP=1 leaves the daemon running.
demo: build
	TONDO=.build/release/tondo Examples/demo.sh

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests

clean:
	rm -rf .build
