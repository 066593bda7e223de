extension LoadResult {
    /// The result as lines for a person: throughput, times, failures, and limits of the generator.
    public var lines: [String] {
        [headline] + [""] + table + reasons + waitingLines + generator
    }

    private var headline: String {
        let end = isInterrupted ? ", ended before its time" : ""
        return """
            \(Figures.number(perSecond, decimals: 1)) payments / s to SUCCEEDED: \(Figures.count(tally.succeeded)) of \
            \(Figures.count(tally.due)) in \(Figures.number(seconds, decimals: 1)) s\(end)
            """
    }

    private static let columns: [(name: String, percent: Double)] = [
        ("p50", 50), ("p90", 90), ("p95", 95), ("p99", 99), ("p99.9", 99.9), ("max", 100),
    ]

    private var table: [String] {
        let title = "".filled(13) + LoadResult.columns.map { $0.name.filledLeft(11) }.joined()
        return [title]
            + kinds.map { name, histogram in
                let cells = LoadResult.columns.map { column in
                    histogram.count == 0 ? "-" : Figures.milliseconds(histogram.percentile(column.percent))
                }
                return name.filled(13) + cells.map { $0.filledLeft(11) }.joined()
            }
    }

    private var reasons: [String] {
        guard failed > 0 else { return [] }
        return ["", "\(Figures.count(failed, "payment")) did not come to SUCCEEDED:"]
            + failures.map { "  \(Figures.count($0.count))  \($0.failure.text)" }
    }

    private var waitingLines: [String] {
        guard let waiting else { return [] }
        var lines = ["", "\(Figures.count(waiting.questions, "question")) held for clients that only wait"]
        if waiting.lost > 0 { lines.append("\(Figures.count(waiting.lost)) of them stopped waiting before their time") }
        if waiting.woken.count > 0 {
            let woken = waiting.woken
            lines.append(
                """
                \(Figures.count(woken.count, "client")) told of the end: p50 \(Figures.milliseconds(woken.p50)), \
                p95 \(Figures.milliseconds(woken.p95)), p99 \(Figures.milliseconds(woken.p99)), \
                last \(Figures.milliseconds(woken.maximum))
                """
            )
        }
        return lines
    }

    private var generator: [String] {
        var lines = [""]
        switch plan.pace {
        case .rate(let rate):
            lines.append(
                """
                Times count from when a payment was due at \(Figures.number(rate, decimals: 1)) / s, so that a slow server \
                is not asked less. The generator began them at most \(Figures.milliseconds(tally.lateness.maximum)) \
                late (p99 \(Figures.milliseconds(tally.lateness.percentile(99)))).
                """
            )
        case .flatOut(let devices):
            lines.append(
                """
                \(Figures.count(devices, "device")), each with one payment after the other: a slow server was asked less. For times under \
                a given load use --rate.
                """
            )
        }
        lines.append(
            "The generator used \(Figures.number(processorSeconds / max(seconds, 1e-9), decimals: 2)) cores of \(plan.threads)."
        )
        return lines + GeneratorFinding.all(of: self).map { "NOTE: \($0.text)" }
    }
}

extension String {
    fileprivate func filled(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    fileprivate func filledLeft(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
