# One verb per chore. CI runs exactly these.

# What Debian 12 has to give: libraries to build with, and the Python that the scripts of the tests and the demo use.
PACKAGES := libvips-dev libjpeg-dev libwebp-dev libinotifytools0-dev libsqlite3-dev libssl-dev python3 python3-pil

# A stage may import only what Package.swift says it does.
CHECKED := --explicit-target-dependency-import-check error
RELEASE := -c release --static-swift-stdlib $(CHECKED)
PYTHON := /usr/bin/python3

.PHONY: deps build test demo lint format clean

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

# Both programs for testing, the unit tests, and the avatars of real photos against plain Pillow crops.
test: deps
	swift build --build-tests $(CHECKED)
	$(PYTHON) Tests/Scripts/compare_with_pillow.py .build/debug/tondo
	swift test --skip-build $(CHECKED)

# Drops the portraits of Examples/, edits their manifests and shows what changed. KEEP=1 leaves the daemon running.
demo: build
	TONDO=.build/release/tondo Examples/demo.sh

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests

clean:
	rm -rf .build
