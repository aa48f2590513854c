#!/bin/bash
# Fuzzes whatever reads bytes that somebody else wrote, with libFuzzer and AddressSanitizer: fuzz.sh SECONDS [TARGET...]
#
# Each target gets its share of the seconds. It begins with the seeds beside this script and with what earlier runs
# found in .build/fuzzing/corpus. An input that breaks a promise is kept in .build/fuzzing as TARGET-crash-*.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:?usage: fuzz.sh SECONDS [TARGET...]}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(job manifest settings json protocol photo http import cards ldif region)
build=.build/fuzzing
# What of Cropping needs no library: the readers that see a photo before its decoder does.
readers=(Sources/Cropping/{Claims,Completeness,{GIF,HEIF,JPEG,TIFF}Structure}.swift)
# What of Serving needs no library: the readers of addresses and headers.
readers+=(Sources/Serving/{RequestTarget,Headers}.swift)
options=(
  -swift-version 6 -O -g -parse-as-library -wmo -package-name tondo -sanitize=fuzzer,address -warnings-as-errors
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility
  -Xcc -fmodule-map-file=Sources/CTondoLanguages/include/module.modulemap
  -Xcc -fmodule-map-file=Sources/CTondo/include/module.modulemap
  -Xcc -fmodule-map-file=Sources/CTondoDigest/include/module.modulemap)
# The targets that are built whole, each after those that it uses.
modules=(Model Digest Files Importing Exporting RegionJPEG)
shims=(CTondoLanguages/tondo_languages CTondo/tondo_linux CTondoDigest/tondo_digest)

# Plain swiftc: SwiftPM loses the coverage of a fuzzer with a sanitizer.
build() {
  local sources newest=$build/fuzz
  mapfile -t sources < <(find "${modules[@]/#/Sources/}" Sources/CTondo{,Languages,Digest} Tests/Fuzz -type f)
  mkdir -p "$build/corpus"
  if [ -e "$newest" ] && [ -z "$(find "${sources[@]}" "${readers[@]}" Tests/Fuzz/fuzz.sh -newer "$newest")" ]; then
    return
  fi
  local shim module objects=()
  for shim in "${shims[@]}"; do
    clang -I"Sources/${shim%/*}/include" -D_GNU_SOURCE -Wno-c23-extensions -O2 -c -o "$build/${shim#*/}.o" "Sources/$shim.c"
    objects+=("$build/${shim#*/}.o")
  done
  for module in "${modules[@]}"; do
    mapfile -t sources < <(find "Sources/$module" -name '*.swift')
    swiftc "${options[@]}" -module-name "$module" -I "$build" -emit-module \
      -emit-module-path "$build/$module.swiftmodule" -c -o "$build/$module.o" "${sources[@]}"
    objects+=("$build/$module.o")
  done
  swiftc "${options[@]}" -module-name Fuzz -I "$build" -c -o "$build/Fuzz.o" Tests/Fuzz/*.swift "${readers[@]}"
  # Another linker than the usual one, which has a warning for each function of the sanitizer.
  swiftc -sanitize=fuzzer,address -use-ld=lld -o "$build/fuzz" "$build/Fuzz.o" "${objects[@]}" -lcrypto
}

dictionary() { [[ $1 = photo || $1 = region ]] && echo Tests/Fuzz/photo.dict || echo Tests/Fuzz/documents.dict; }

# The backtracer would hold a crashed fuzzer up, and a hanging one is killed.
fuzz() {
  local share=$2 found=$build/corpus/$1
  mkdir -p "$found"
  TONDO_FUZZ=$1 SWIFT_BACKTRACE=enable=no timeout -s KILL $((share + 60)) "$build/fuzz" "$found" "Tests/Fuzz/seeds/$1" \
    -max_total_time="$share" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -use_value_profile=1 \
    -dict="$(dictionary "$1")" -artifact_prefix="$build/$1-" -print_final_stats=1 </dev/null >"$build/$1.log" 2>&1
}

build
share=$((seconds / ${#targets[@]}))
failed=0
for target in "${targets[@]}"; do
  if fuzz "$target" "$share"; then word=nothing; else word="FAILED: see $build/$target.log"; failed=1; fi
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$target.log")
  echo "$target: ${runs:-?} executions in $share s, $(find "$build/corpus/$target" -type f | wc -l) inputs kept; found $word"
done
exit $failed
