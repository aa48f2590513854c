internal import Model

/// Figures in the text format of Prometheus.
struct Metrics {
  private(set) var text = ""

  init(_ figures: Figures, answers: [Int: Int], connections: Int) {
    let tally = figures.tally
    counter("made_total", "Ids whose avatars were made.", tally.made)
    counter("failed_total", "Files set aside, and ids that could not be made.", tally.failed)
    counter("worker_deaths_total", "Workers that died of a photo.", tally.workerDeaths)
    head("http_requests_total", "Requests answered, by status.", "counter")
    for (status, count) in answers.sorted(by: { $0.key < $1.key }) {
      line("http_requests_total{code=\"\(status)\"}", count)
    }
    ids(figures.counts)
    gauge("oldest_work_seconds", "How long the first of what waits has waited.", figures.oldest)
    gauge("workers", "Worker processes that run.", figures.workers)
    gauge("workers_busy", "Worker processes that have a photo.", figures.busyWorkers)
    gauge("http_connections", "Clients that are connected.", connections)
    histogram("processing_seconds", "From taking up an id to its published avatars.", tally.processing)
    head("build_info", "The version that runs.", "gauge")
    line("build_info{version=\"\(Version.current)\"}", 1)
  }

  private mutating func ids(_ counts: Standing.Counts) {
    head("ids", "Ids and files, by state.", "gauge")
    for (state, count) in [
      ("ready", counts.ready), ("waiting", counts.waiting), ("queued", counts.queued),
      ("processing", counts.processing), ("failed", counts.failed),
    ] { line("ids{state=\"\(state)\"}", count) }
  }

  private mutating func counter(_ name: String, _ help: String, _ value: Int) {
    head(name, help, "counter")
    line(name, value)
  }

  private mutating func gauge(_ name: String, _ help: String, _ value: Int) {
    head(name, help, "gauge")
    line(name, value)
  }

  private mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
    head(name, help, "histogram")
    for bucket in histogram.buckets {
      line("\(name)_bucket{le=\"\(numberText(bucket.bound))\"}", bucket.count)
    }
    line("\(name)_bucket{le=\"+Inf\"}", histogram.count)
    text += "tondo_\(name)_sum \(numberText(histogram.sum))\n"
    line("\(name)_count", histogram.count)
  }

  private mutating func head(_ name: String, _ help: String, _ kind: String) {
    text += "# HELP tondo_\(name) \(help)\n# TYPE tondo_\(name) \(kind)\n"
  }

  private mutating func line(_ name: String, _ value: Int) { text += "tondo_\(name) \(value)\n" }
}
