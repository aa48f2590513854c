/// What `--help` prints.
package enum HelpText {
  package static let overview = """
    Tondo turns dropped photos into avatars.

      tondo watch  [--root DIR] [--config FILE] [--once]
      tondo render ORIGINAL... [--scale S] [--position=X,Y] [--size N]... [--out DIR] [--json]
      tondo status [ID...] [--json] [--failed]
      tondo retry  ID... | --all
      tondo remove ID... [--yes]
      tondo rename OLD NEW
      tondo check  [FILE...]

    tondo COMMAND --help tells more. The root is --root, else $TONDO_ROOT, else $STATE_DIRECTORY,
    else /var/lib/tondo.
    """

  package static let watch = """
    tondo watch [--root DIR] [--config FILE] [--once]

    The daemon, in the foreground: makes avatars of what lies in ROOT/inbox, and again when a manifest is edited.

      --root DIR     the root
      --config FILE  the settings, instead of ROOT/tondo.json
      --once         do all that is there, then stop: 0, or 65 where something was set aside

    SIGTERM stops, SIGHUP reads the settings again.
    """

  package static let render = """
    tondo render ORIGINAL... [options]

    Makes avatars and a manifest of photos, without root and daemon.

      --scale S            0.1 to 100; 1: the image just covers the viewfinder
      --position=X,Y       how far the image is moved, in viewfinder diameters (in points with --viewport)
      --viewport WxH,INSET the screen on which scale and position were chosen
      --crop X,Y,SIZE      the square in upright pixels; X,Y,WIDTHxHEIGHT: the centred square of the shorter side
      --rotation D         0, 90, 180 or 270 degrees clockwise
      --shape S            square or circle
      --background C       transparent, #rgb, #rrggbb or a name
      --size N             pixels, 1 to 4096; repeat it for several
      --format F           jpeg, png, webp or avif
      --quality Q          1 to 100
      --max-bytes N        no file larger than this
      --out DIR            the folder to write to, which must exist; here, where it is not given
      --force              replace files that exist
      --dry-run            decide the crop and write nothing
      --json               print the manifest (one per line for several originals)
    """

  package static let status = """
    tondo status [ID...] [--root DIR] [--json] [--failed]

    Counts of ready, waiting, queued, processing and failed; with ids, the state of each.

      --failed  list all that failed, with the reason
      --json    for programs
    """

  package static let retry = """
    tondo retry ID... | --all [--root DIR]

    Moves failed files back to the inbox, or makes an id's avatars again.
    """

  package static let remove = """
    tondo remove ID... [--yes] [--root DIR]

    Removes original, avatars, manifest and all other traces of an id. Asks once; --yes answers beforehand.
    """

  package static let rename = """
    tondo rename OLD NEW [--root DIR]

    Gives an id another name; original, avatars and earlier originals go with it.
    """

  package static let check = """
    tondo check [FILE...] [--root DIR] [--config FILE]

    Says what is wrong with settings, jobs and manifests, or, without files, with the installation.
    """
}
