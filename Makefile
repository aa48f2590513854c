# One verb per chore. CI runs exactly these.

# What Debian 12 has to give: libraries to build with, and the Python that the scripts of the tests and the demo use.
PACKAGES := libvips-dev libpango1.0-dev liblcms2-dev libjpeg-dev libwebp-dev libseccomp-dev libinotifytools0-dev \
  libsqlite3-dev libssl-dev libsystemd-dev libmicrohttpd-dev python3 python3-pil libimage-exiftool-perl strace \
  bindfs e2fsprogs xfsprogs vim-tiny fonts-noto-core python3-jsonschema \
  ldap-utils libwrap0 libltdl7 python3-vobject

# Programs for tests whose packages would start a server, open to the network, when they are installed: these are only
# unpacked.
TOOLS := .build/tools

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

# A browser, what drives it, and letters for it.
test-browser screenshots: PACKAGES += chromium chromium-driver python3-selenium

# Where `make install` puts things; DESTDIR goes before all of it.
PREFIX := /usr/local
UNITS := $(PREFIX)/lib/systemd/system
BASH_COMPLETIONS := $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS := $(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS := $(PREFIX)/share/fish/vendor_completions.d
COMPLETIONS = $(BASH_COMPLETIONS)/tondo $(ZSH_COMPLETIONS)/_tondo $(FISH_COMPLETIONS)/tondo.fish
STRIP := --strip
DESTDIR :=

deb package-test: PACKAGES += debhelper lintian
package-test: PACKAGES += debootstrap systemd-container

.PHONY: deps build test test-browser screenshots torture idle bench bench-scale bench-http bench-memory bench-import bench-ldif fuzz fuzz-worker mutate traps consumer demo lint check-completions check-examples check-units format install uninstall \
  deb package-test clean

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

$(TOOLS)/%: | deps
	@rm -rf $@ && mkdir -p $@
	@cd $@ && { apt-get -qq download $* || { apt-get -qq update && apt-get -qq download $*; }; } && \
	  dpkg-deb --extract $*_*.deb . && rm $*_*.deb || { rm -rf $(CURDIR)/$@; exit 69; }

# Both programs for use: .build/release/tondo and, beside it, .build/release/tondo-worker.
build: deps
	swift build $(RELEASE)

# Tests that wait for what other processes do. They come by themselves: all tests share a thread for each processor, and what
# only computes would keep these from looking in time.
AMONG_PROCESSES := ^(ScenarioTests|WatchingTests)\.

# Both programs for testing, the unit tests, the avatars of real photos against plain Pillow crops, what exiftool finds in
# them, and people who come from a real directory and address book and go back there.
test: deps $(TOOLS)/prometheus $(TOOLS)/slapd
	swift build --build-tests $(CHECKED)
	$(PYTHON) Tests/Scripts/compare_with_pillow.py .build/debug/tondo
	$(PYTHON) Tests/Scripts/privacy.py .build/debug/tondo
	$(PYTHON) Tests/Scripts/peers.py .build/debug/tondo $(TOOLS)/slapd
	swift test --skip-build $(CHECKED) --skip '$(AMONG_PROCESSES)'
	swift test --skip-build $(CHECKED) --filter '$(AMONG_PROCESSES)'

# The page in a real browser, in front of the program for testing.
test-browser: deps
	swift build --product tondo $(CHECKED)
	swift build --product tondo-worker $(CHECKED)
	$(PYTHON) -m unittest discover --start-directory Tests/Browser

# The README's pictures of the page; SCENES=FOLDER takes all of its scenes there instead, to be looked at.
screenshots: build
	TONDO=.build/release/tondo $(PYTHON) Tests/Browser/screenshots.py $(SCENES)

# Without work a daemon sleeps: asserted over so many seconds.
idle: SECONDS := 60
idle: build
	$(PYTHON) Tests/Scripts/idle.py .build/release/tondo $(SECONDS)

# A start on a root with so many avatars: time and memory, beside a plain look at the same files. Some are figures of a cold
# page cache, for which it takes root. 1000000 of them need 7 GB and some minutes; NOTE=1 puts the figures into RESULTS.md.
AVATARS := 30000
bench-scale: build
	$(PYTHON) Tests/Benchmarks/scale.py .build/release/tondo $(AVATARS) $(if $(NOTE),--note)

# Memory of daemon and workers while so many originals come in, dropped as fast as they are made; NOTE=1 as above.
ORIGINALS := 10000
bench-memory: build
	$(PYTHON) Tests/Benchmarks/memory.py .build/release/tondo $(ORIGINALS) $(if $(NOTE),--note)

# So many people by a table, killed twice on the way and resumed: rate, memory, and what the import itself costs. DAEMON=1
# hands over to a daemon; NOTE=1 as above. 100000 of them need 60 GB and an hour or more.
bench-import: ORIGINALS := 2000
bench-import: build
	$(PYTHON) Tests/Benchmarks/bulk.py .build/release/tondo $(ORIGINALS) $(if $(DAEMON),--daemon) $(if $(NOTE),--note)

# A directory's export of so many gigabytes: the memory that reading it takes, and the rate.
bench-ldif: GIGABYTES := 4
bench-ldif: build
	$(PYTHON) Tests/Benchmarks/large_ldif.py .build/release/tondo $(GIGABYTES)

# What the web page's visitors cost a batch: 200 requests a second for half a minute.
bench-http: PACKAGES += wrk
bench-http: build
	$(PYTHON) Tests/Benchmarks/visitors.py .build/release/tondo $(PHOTOS)

# All that can go wrong with the machine, and a kill at every step: what `make test` takes a sample of. It takes long.
torture: deps
	swift build --build-tests $(CHECKED)
	TONDO_TORTURE=1 swift test --skip-build $(CHECKED) --filter 'ScenarioTests\.(Crash|Disk|Flood|Mount|Clock|Editor|Door)|ImportingTests\.Large'

# Tondo's worker against what people take instead, on photos that it makes; results go to Tests/Benchmarks/RESULTS.md.
# PEERS=all measures more of them; QUICK=1 only shows that the benchmark works.
bench: build
	$(PYTHON) Tests/Benchmarks/bench.py .build/release/tondo .build/release/tondo-worker \
	  $(if $(QUICK),--quick) $(if $(filter all,$(PEERS)),--all)

# Documents, the workers' protocol and the structure of photos under libFuzzer, for SECONDS in all.
fuzz: SECONDS := 600
fuzz: deps
	Tests/Fuzz/fuzz.sh $(SECONDS)

# Mutated photos through a worker with AddressSanitizer; COPIES of each format. Such a build has no Landlock and seccomp:
# the sanitizer's report needs files and programs.
COPIES := 500
fuzz-worker: deps
	swift build --sanitize=address --product tondo-worker --scratch-path .build/asan $(CHECKED)
	$(PYTHON) Tests/Scripts/fuzz_worker.py .build/asan/debug/tondo-worker $(COPIES)

# Mutated JPEGs through the region decoder, as it is released: no trap, no hang, no growth.
mutate: COPIES := 100000
mutate: deps
	swift build $(RELEASE) --product RegionMutator
	.build/release/RegionMutator $(COPIES) Tests/Fuzz/seeds/region/*.jpg

# No instruction that traps is in the region decoder's loops, as they are released.
traps: deps
	swift build $(RELEASE) --product tondo-worker
	$(PYTHON) Tests/Scripts/traps.py .build/release/tondo-worker

# RegionJPEG as another package takes it: by repository and version.
consumer: deps
	$(PYTHON) Tests/Scripts/consumer.py Examples/portraits/jane.jpg

# Drops the portraits of Examples/, edits their manifests and shows what changed. KEEP=1 leaves the daemon running.
demo: build
	TONDO=.build/release/tondo Examples/demo.sh

# What in Examples/ is for other programs: an app, and a web server.
check-examples: build $(TOOLS)/nginx $(TOOLS)/nginx-common
	$(PYTHON) Tests/Scripts/examples.py .build/release/tondo

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests Examples

# The units: whether systemd understands them, and how far the service is locked in.
check-units: PACKAGES := mandoc systemd
check-units: deps
	Tests/Scripts/units.sh

# Each shell with the script that completes its command lines: what is offered at the tabulator key.
check-completions: PACKAGES := zsh fish python3
check-completions: deps
	swift build --product tondo $(CHECKED)
	swift build --product tondo-worker $(CHECKED)
	$(PYTHON) Tests/Scripts/completions.py .build/debug/tondo

# What `make build` has built, with units, manuals, completions and examples. /usr/local needs root, DESTDIR=FOLDER does not.
install:
	@test -x .build/release/tondo || { echo "there is nothing to install yet: run make build first" >&2; exit 66; }
	install -D $(STRIP) -m 755 -t $(DESTDIR)$(PREFIX)/libexec/tondo .build/release/tondo .build/release/tondo-worker
	install -d $(DESTDIR)$(PREFIX)/bin
	ln -sf ../libexec/tondo/tondo $(DESTDIR)$(PREFIX)/bin/tondo
	install -d $(DESTDIR)$(UNITS)
	for unit in tondo.service tondo@.service tondo.socket tondo@.socket; do \
	  sed 's|/usr/bin/|$(PREFIX)/bin/|' systemd/$$unit >$(DESTDIR)$(UNITS)/$$unit && \
	  chmod 644 $(DESTDIR)$(UNITS)/$$unit || exit; \
	done
	install -D -m 644 systemd/tondo.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/tondo.conf
	install -D -m 644 systemd/tondo.tmpfiles $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/tondo.conf
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/systemd/catalog systemd/tondo.catalog
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man1 systemd/tondo.1
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man5 systemd/tondo.json.5
	install -d $(addprefix $(DESTDIR),$(BASH_COMPLETIONS) $(ZSH_COMPLETIONS) $(FISH_COMPLETIONS))
	.build/release/tondo completion bash --lang en >$(DESTDIR)$(BASH_COMPLETIONS)/tondo
	.build/release/tondo completion zsh --lang en >$(DESTDIR)$(ZSH_COMPLETIONS)/_tondo
	.build/release/tondo completion fish --lang en >$(DESTDIR)$(FISH_COMPLETIONS)/tondo.fish
	chmod 644 $(addprefix $(DESTDIR),$(COMPLETIONS))
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/tondo README.md
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/tondo/schemas Examples/schemas/*.schema.json
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/tondo/examples Examples/tondo.json systemd/60-tondo.conf
	sed -i 's|"schemas/|"$(PREFIX)/share/tondo/schemas/|' $(DESTDIR)$(PREFIX)/share/doc/tondo/examples/tondo.json

# The same, taken away; roots and the user stay. Stop the service first.
uninstall:
	rm -rf $(DESTDIR)$(PREFIX)/libexec/tondo $(DESTDIR)$(PREFIX)/share/tondo $(DESTDIR)$(PREFIX)/share/doc/tondo
	rm -f $(DESTDIR)$(PREFIX)/bin/tondo $(DESTDIR)$(UNITS)/tondo.service $(DESTDIR)$(UNITS)/tondo@.service \
	  $(DESTDIR)$(UNITS)/tondo.socket $(DESTDIR)$(UNITS)/tondo@.socket \
	  $(DESTDIR)$(PREFIX)/lib/sysusers.d/tondo.conf $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/tondo.conf \
	  $(DESTDIR)$(PREFIX)/lib/systemd/catalog/tondo.catalog $(DESTDIR)$(PREFIX)/share/man/man1/tondo.1 \
	  $(DESTDIR)$(PREFIX)/share/man/man5/tondo.json.5 $(addprefix $(DESTDIR),$(COMPLETIONS))

# A Debian package in .build/deb/, and what lintian says of it.
deb: build
	Tests/Scripts/deb.sh

# The package in a clean Debian that is booted for it: installed, at work as a service, purged.
package-test: deb
	$(PYTHON) Tests/Scripts/package.py .build/deb

clean:
	rm -rf .build
