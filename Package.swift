// swift-tools-version: 6.2
import PackageDescription

#if arch(arm64)
  let triplet = "aarch64-linux-gnu"
#else
  let triplet = "x86_64-linux-gnu"
#endif

/// Strict everywhere: what a target does not say it uses, it cannot see.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A stage of the pipeline.
///
/// Stages never import each other; `Daemon` carries values between them.
func stage(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: ["Model", "Files"] + dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: ["Model"] + dependencies, swiftSettings: strict)
}

let package = Package(
  name: "tondo",
  products: [
    .executable(name: "tondo", targets: ["tondo"]),
    .executable(name: "tondo-worker", targets: ["tondo-worker"]),
    .library(name: "RegionJPEG", targets: ["RegionJPEG"]),
    // For tests to preload into a daemon.
    .library(name: "tondo-test-fault", type: .dynamic, targets: ["CTestFault"]),
  ],
  targets: [
    // C shims. SwiftPM links a C target's objects whole, so what only one of the two programs may link
    // (libvips and libseccomp in the worker; SQLite, libinotifytools, libmicrohttpd and libsystemd in the daemon) has a target of
    // its own.
    .target(
      name: "CTondo", cSettings: [.define("_GNU_SOURCE"), .unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(
      name: "CTondoSandbox",
      cSettings: [.define("_GNU_SOURCE"), .unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    // What people read, in every language.
    .target(
      name: "CTondoLanguages", exclude: ["catalogs"],
      cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror", "-Wno-c23-extensions"])]),
    .target(name: "CTondoHTTP", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    // The web page's files, embedded.
    .target(
      name: "CTondoPage",
      exclude: ["page"],
      cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror", "-Wno-c23-extensions"])]),
    .target(name: "CTondoDigest", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(
      name: "CTondoImage",
      cSettings: [
        .define("_GNU_SOURCE"),
        .unsafeFlags([
          "-Wall", "-Wextra", "-Werror",
          // The resampler's loops, in debug builds too: they cost ten times as much without.
          "-O3",
          "-I/usr/include/glib-2.0", "-I/usr/lib/\(triplet)/glib-2.0/include",
          // Pango, for the fonts of placeholders; libvips brings it.
          "-I/usr/include/pango-1.0", "-I/usr/include/harfbuzz", "-I/usr/include/cairo",
        ]),
      ]),

    .target(name: "Model", dependencies: ["CTondoLanguages"], swiftSettings: strict),
    .target(name: "Digest", dependencies: ["Model", "CTondoDigest"], swiftSettings: strict),
    .target(name: "Files", dependencies: ["Model", "Digest", "CTondo"], swiftSettings: strict),

    stage("Watching", ["CTondo"]),
    stage("Reconciling"),
    stage("Ledger", ["CTondo"]),
    stage("Workers", ["CTondo"]),
    stage("Publishing"),
    stage("Serving", ["Digest", "CTondoHTTP", "CTondoPage"]),
    stage("Importing", ["Digest", "CTondo"]),
    stage("Exporting", ["Digest"]),
    .target(
      name: "Cropping", dependencies: ["Model", "Digest", "RegionJPEG", "CTondoImage", "CTondoSandbox"],
      swiftSettings: strict),
    // Reads what anybody may have written: no C, nothing unsafe.
    .target(
      name: "RegionJPEG",
      // Debug builds are optimized, too: they would take fifty times as long.
      swiftSettings: strict + [.strictMemorySafety(), .unsafeFlags(["-O"], .when(configuration: .debug))]),
    .target(name: "Sandbox", dependencies: ["Model", "CTondoSandbox"], swiftSettings: strict),

    .target(name: "Supervision", dependencies: ["CTondo"], swiftSettings: strict),

    .target(
      name: "Daemon",
      dependencies: [
        "Model", "Files", "Watching", "Reconciling", "Ledger", "Workers", "Publishing", "Serving",
        "Supervision", "Digest", "Importing", "Exporting",
      ],
      swiftSettings: strict),

    .executableTarget(name: "tondo", dependencies: ["Model", "Daemon", "Exporting"], swiftSettings: strict),
    .executableTarget(
      name: "tondo-worker", dependencies: ["Model", "Cropping", "Sandbox"], swiftSettings: strict),

    tests("Model", []),
    tests("Ledger", ["Ledger"]),
    tests("Watching", ["Watching"]),
    tests("Serving", ["Serving"]),
    tests("Importing", ["Importing", "Files", "Digest", "Scratch"]),
    tests("Exporting", ["Exporting", "Importing", "Files", "Digest", "Scratch"]),
    // Drives the real programs on real folders: naming them here has them built beside the tests.
    .testTarget(
      name: "ScenarioTests", dependencies: ["Digest", "tondo", "tondo-worker"], exclude: ["Fixtures"],
      swiftSettings: strict),
    // Roots in the temporary folder.
    .target(name: "Scratch", dependencies: ["Model", "Files"], path: "Tests/Scratch", swiftSettings: strict),
    tests("Files", ["Files", "Digest", "Scratch"]),
    tests("Reconciling", ["Reconciling", "Files", "Digest", "Scratch"]),
    tests("Publishing", ["Publishing", "Files", "Digest", "Scratch"]),
    tests(
      "Daemon",
      [
        "Daemon", "Digest", "Files", "Importing", "Ledger", "Publishing", "Reconciling", "Watching",
        "Scratch",
        "tondo-worker",
      ]),
    // A worker that misbehaves on request.
    .executableTarget(
      name: "TestWorker", dependencies: ["Model", "Sandbox", "CTondoSandbox"], path: "Tests/TestWorker",
      swiftSettings: strict),
    tests("Workers", ["Workers", "Files", "TestWorker"]),
    // Lets a daemon's steps fail, or be its last.
    .target(
      name: "CTestFault", path: "Tests/CTestFault",
      cSettings: [.define("_GNU_SOURCE"), .unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
      linkerSettings: [.linkedLibrary("dl")]),
    // Writes JPEGs of every kind, for the decoder to be tried on.
    .target(
      name: "CTestImage", path: "Tests/CTestImage",
      cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    // Decodes what has been changed in every way: `make mutate`.
    .executableTarget(
      name: "RegionMutator", dependencies: ["RegionJPEG"], path: "Tests/RegionMutator", swiftSettings: strict),
    .testTarget(
      name: "RegionJPEGTests", dependencies: ["RegionJPEG", "CTestImage"], swiftSettings: strict),
    tests(
      "Cropping",
      [
        "Cropping", "CTondo", "CTondoImage", "CTestImage", "Digest", "Files", "Workers", "tondo-worker",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
