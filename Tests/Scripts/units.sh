#!/bin/bash
# Whether systemd understands the units, and how far the services are locked in: an exposure of at most 0.5. The manuals
# are read through, too.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The programs that the units name need not be installed here; anything that can be started will do.
for unit in tondo.service tondo@.service tondo.socket tondo@.socket; do
  sed 's|/usr/bin/tondo|/bin/true|; s|^Documentation=man:.*||' "systemd/$unit" >"$folder/$unit"
done
for kind in service socket; do cp "$folder/tondo@.$kind" "$folder/tondo@srv-portraits.$kind"; done

for unit in tondo.socket tondo@srv-portraits.socket; do
  said=$(systemd-analyze verify --man=no "$folder/$unit" 2>&1) || { echo "$said" >&2; exit 1; }
  if grep -F "$folder" <<<"$said" >&2; then exit 1; fi
done

for unit in tondo.service tondo@srv-portraits.service; do
  said=$(systemd-analyze verify --man=no "$folder/$unit" 2>&1) || { echo "$said" >&2; exit 1; }
  # A key that it does not know is only a warning.
  if grep -F "$folder" <<<"$said" >&2; then exit 1; fi
  # The threshold counts tenths; what is above it fails.
  systemd-analyze security --offline=true --threshold=5 --no-pager "$folder/$unit" | tail -n 1
done

systemd-sysusers --dry-run "$PWD/systemd/tondo.sysusers" 2>/dev/null
mandoc -T lint -W style systemd/tondo.1 systemd/tondo.json.5
