#!/bin/bash
# Packs what `make build` has built. The package is made in .build/deb/, so that the checkout stays as it is.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=$(.build/release/tondo --version | cut -d ' ' -f 2)
packaged=$(dpkg-parsechangelog -l systemd/debian/changelog -S Version)
if [ "${packaged%-*}" != "$version" ]; then
  echo "systemd/debian/changelog is of $packaged, the program of $version" >&2
  exit 1
fi

rm -rf .build/deb
mkdir -p .build/deb/tondo
cp -r systemd/debian .build/deb/tondo/debian
cp systemd/tondo.sysusers .build/deb/tondo/debian/
# -d: Swift is no Debian package, and `make deps` has seen to the others.
(cd .build/deb/tondo && CHECKOUT="$OLDPWD" dpkg-buildpackage -us -uc -b -d)
lintian --fail-on error .build/deb/*.changes
ls -l .build/deb/*.deb
