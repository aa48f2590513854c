#!/bin/bash
# Shows Tondo at work on the portraits beside this script: drop, look, edit the manifests, look again.
#
#   Examples/demo.sh          stops the daemon at the end
#   KEEP=1 Examples/demo.sh   leaves it running
#
# TONDO names the program (default: the release build). Everything lies in a new temporary folder, which stays.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
tondo=$(realpath "${TONDO:-$here/../.build/release/tondo}")
folder=$(mktemp -d "${TMPDIR:-/tmp}/tondo-demo.XXXXXX")
root=$folder/root
export TONDO_ROOT=$root
faces=(jane omar zoe)
pid=
page=

say() { printf '\n-- %s\n' "$*"; }

fail() {
  echo "demo: $*; the daemon's log is $folder/log" >&2
  exit 1
}

# What was started is stopped, unless it was asked to stay and everything went well.
stop() {
  [ -n "$pid" ] || return 0
  kill -TERM "$pid" 2>/dev/null || true
  wait "$pid" || true
  pid=
}
trap stop EXIT

# wait_until WHAT CONDITION...: looks five times a second, for a minute at most.
wait_until() {
  local what=$1 tries=300
  shift
  until "$@"; do
    kill -0 "$pid" 2>/dev/null || fail "the daemon ended before $what"
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || fail "waited a minute for: $what"
    sleep 0.2
  done
}

ids() { printf 'staff/%s ' "${faces[@]}"; }

# Whether all faces are published and nothing is left to do for them.
all_ready() {
  # shellcheck disable=SC2046
  [ "$("$tondo" status --json $(ids) | grep -o '"state": "ready"' | wc -l)" -eq "${#faces[@]}" ]
}

# The value of a key of a face's manifest, where it stands on one line.
account() { sed -n "s/^  \"$2\": \"\(.*\)\".*/\1/p" "$root/avatars/staff/$1.json"; }

# Whether a face was made from something else than before.
made_again() { [ "$(account "$1" made)" != "$2" ] && all_ready; }

free_port() {
  /usr/bin/python3 -c 'import socket; probe = socket.socket(); probe.bind(("127.0.0.1", 0)); print(probe.getsockname()[1])'
}

start() {
  mkdir -p "$root"
  page=127.0.0.1:$(free_port)
  echo "{ \"http\": { \"listen\": \"$page\" } }" >"$root/tondo.json"
  "$tondo" watch >"$folder/log" 2>&1 </dev/null &
  pid=$!
  wait_until "the inbox" test -d "$root/inbox"
}

# Jobs and photos may come in any order. Each file is copied like a user would: not at once, and under its own name.
drop() {
  mkdir -p "$root/inbox/staff"
  cp "$here"/portraits/*.job.json "$here"/portraits/*.{jpg,avif,png} "$root/inbox/staff/"
}

# People without a photo: each job asks for a placeholder, and waits for the photo.
drop_people() {
  mkdir -p "$root/inbox/people"
  cp "$here"/people/*.job.json "$root/inbox/people/"
}

# Whether each of them has an avatar.
people_are_drawn() {
  local job
  for job in "$here"/people/*.job.json; do
    [ -e "$root/avatars/people/$(basename "$job" .job.json).json" ] || return 1
  done
}

keep_copy() {
  mkdir -p "$folder/$1"
  cp -p "$root"/avatars/staff/* "$folder/$1/"
}

# edit FACE FROM TO: what a person does with an editor.
edit() {
  local manifest=$root/avatars/staff/$1.json
  grep -qF -- "$2" "$manifest" || fail "the manifest of $1 does not hold: $2"
  sed -i "s/$2/$3/" "$manifest"
  echo "$1: $2  ->  $3"
}

edit_all() {
  local face
  declare -A before
  for face in "${faces[@]}"; do before[$face]=$(account "$face" made); done
  # Jane's hair, the peak of Omar's cap and Zoe's bun are cut off: room for them, and for the shoulders.
  edit jane '"scale": 1.8, "position": { "x": 0.25, "y": 0.4 }' '"scale": 1.5, "position": { "x": 0.13, "y": 0.25 }'
  edit omar '"scale": 1.5, "position": { "x": 30, "y": -20 }' '"scale": 1.3, "position": { "x": 0, "y": -35 }'
  edit zoe '"x": 2000, "y": 260, "width": 1600, "height": 1680' '"x": 1770, "y": 130, "width": 2000, "height": 2000'
  for face in "${faces[@]}"; do wait_until "$face, made again" made_again "$face" "${before[$face]}"; done
}

# Fails unless every avatar's bytes changed.
show_digests() {
  local face name old new
  for face in "${faces[@]}"; do
    for name in "$face-512.webp" "$face-96.jpg"; do
      old=$(sha256sum <"$folder/before/$name" | cut -c1-16)
      new=$(sha256sum <"$folder/after/$name" | cut -c1-16)
      [ "$old" != "$new" ] || fail "$name did not change"
      printf '%-14s %s -> %s\n' "$name" "$old" "$new"
    done
  done
}

show_tree() { (cd "$root" && find . -path ./.tondo -prune -o -print | sort | sed 's|^\./||'); }

finish() {
  if [ -n "${KEEP:-}" ]; then
    echo "The daemon goes on, as process $pid, on $root"
    echo "Its page, where the faces can be moved and scaled: http://$page/"
    echo "Stop it with: kill $pid"
    pid=
  else
    stop
    echo "The daemon has stopped. The root is $root"
  fi
  echo "Before and after, side by side: $folder/faces.png"
}

say "Starting the daemon on a new root"
start
say "Dropping three portraits of 12 megapixels, each with a job"
drop
wait_until "the avatars" all_ready
keep_copy before
show_tree
say "Dropping jobs for people without a photo"
drop_people
wait_until "the placeholders" people_are_drawn
"$tondo" status
say "A manifest"
cat "$root/avatars/staff/jane.json"
say "Editing the manifests"
edit_all
keep_copy after
say "What the avatars were, and are"
show_digests
/usr/bin/python3 "$here/faces.py" "$folder/faces.png" "$folder/before" "$folder/after" "${faces[@]}"
say "Done"
finish
