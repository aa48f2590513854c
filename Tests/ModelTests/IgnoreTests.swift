import Testing

@testable import Model

@Suite struct IgnoreTests {
  @Test(arguments: [
    ".a.jpg", "._a.jpg", ".DS_Store", ".nfs0000a1.jpg", "~$letter", "~syncthing~a.jpg.tmp", "a.jpg~", "a.tmp",
    "a.part",
    "a.jpg.partial", "a.crdownload", "a.jpg.filepart", "a.tacitpart", "a.swp", "4913", "Thumbs.db",
    "desktop.ini",
  ])
  func filesThatAreNoPhotos(_ name: String) { #expect(Ignore.name(Array(name.utf8), isFolder: false)) }

  @Test(arguments: [
    "a.jpg", "a", "a.part.jpg", "tmp", "part", "49130", "thumbs", "#recycle", "@eaDir", "a.tmpx", "-rf",
  ])
  func filesThatMayBe(_ name: String) { #expect(!Ignore.name(Array(name.utf8), isFolder: false)) }

  @Test(arguments: ["@eaDir", "#recycle", "__MACOSX", "lost+found", ".stversions", ".Trashes", ".a"])
  func foldersOfSystems(_ name: String) { #expect(Ignore.name(Array(name.utf8), isFolder: true)) }

  @Test(arguments: ["sales", "4913", "archive.tmp", "~old", "Thumbs.db"])
  func foldersOfPeople(_ name: String) { #expect(!Ignore.name(Array(name.utf8), isFolder: true)) }
}
