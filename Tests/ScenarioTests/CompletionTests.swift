import Foundation
import Testing

/// The scripts that complete command lines, run by the shells that they are for.
@Suite struct CompletionTests {
  /// What bash offers for the last word of each line, in one line.
  private func offers(_ lines: [[String]], _ scene: Scene) async throws -> [String] {
    let calls = lines.map { "offer " + $0.map { "'\($0)'" }.joined(separator: " ") }.joined(separator: "\n")
    let script = """
      tondo() { "\(Spawned.beside("tondo"))" "$@"; }
      compopt() { :; }
      source <(tondo completion bash)
      offer() {
        COMP_WORDS=(tondo "$@") COMP_CWORD=$#
        _tondo
        echo "${COMPREPLY[@]}"
      }
      \(calls)
      """
    let shell = try Spawned(
      "/bin/bash", ["--norc", "-c", script].map { Array($0.utf8) }, scratch: scene.root.scratch,
      environment: ["TONDO_ROOT=\(scene.root.path)"])
    #expect(try await shell.ended(within: 120) == 0)
    #expect(shell.complained == "")
    return shell.said.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `bash offers commands, options, values, files and ids`() async throws {
    try await scene { scene in
      try scene.root.drop("sales/jane.jpg", Picture.jpeg())
      try scene.root.drop("sales/jim.jpg", Picture.fresh())
      try await scene.made("sales/jane")
      try await scene.made("sales/jim")
      let root = scene.root.path
      let cases: [(words: [String], offered: String)] = [
        (["re"], "render retry remove rename reload"), (["--v"], "--version"),
        (["--lang", "f"], "fr"), (["--lang", "fr", "wat"], "watch"),
        (["watch", "--o"], "--once"), (["render", "--shape", ""], "square circle"),
        (["render", "--shape", "=", "c"], "circle"), (["render", "--shape", "="], "square circle"),
        (["render", "--scale", ""], ""), (["watch", ""], ""),
        (["check", "--config", root + "/ton"], root + "/tondo.json"),
        (["status", "--root", root + "/inb"], root + "/inbox"),
        (["status", "sales/ja"], "sales/jane"), (["rename", "s"], "sales/jane sales/jim"),
        (["export", "f"], "folder"), (["export", "csv", "sales/ji"], "sales/jim"),
        (["export", "csv", "--size", "96", "sales/ja"], "sales/jane"),
        (["status", "--root", "/nowhere", "s"], ""), (["completion", "z"], "zsh"),
      ]
      let offers = try await offers(cases.map(\.words), scene)
      for (offered, (words, wanted)) in zip(offers, cases) { #expect(offered == wanted, "\(words)") }
      #expect(offers.count == cases.count + 1, "and nothing behind the last line's end")
    }
  }

  @Test(arguments: ["en", "fr"]) func `each shell has its script, in the language asked for`(
    _ language: String
  ) async throws {
    try await scene(daemon: false) { scene in
      for shell in ["bash", "zsh", "fish"] {
        let answer = try await scene.tondo("completion", shell, "--lang", language)
        #expect(answer.status == 0)
        #expect(answer.said.contains("tondo completion \(shell)"))
        if shell != "bash" {
          #expect(
            answer.said.contains(language == "fr" ? "jpeg, png, webp ou avif" : "jpeg, png, webp or avif"))
        }
      }
      #expect(try await scene.tondo("completion", "tcsh").status == 64)
    }
  }
}
