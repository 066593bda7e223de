import Foundation

/// Prints each measurement as a line: for people, or as JSON for the program that makes the tables.
struct Report {
    let isJSON: Bool

    private struct Line: Encodable {
        var name: String
        var operations: Int
        var seconds: Double
        var perSecond: Double
        var processorSeconds: Double
        var perProcessorSecond: Double
        var wholeProcessorSeconds: Double?
        var countsEach: [String: Double]?
        var milliseconds: [String: Double]?
    }

    private struct Refusal: Encodable {
        var name: String
        var refused: String
    }

    private static let percentiles = [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)]

    func show(_ measurement: Measurement) {
        if isJSON { return encode(line(measurement)) }
        var text = "\(measurement.name): \(Int(measurement.perSecond)) / s"
        if !measurement.latencies.isEmpty {
            text += ", \(decimal(measurement.processorSeconds / measurement.seconds, 1)) cores busy"
            if measurement.wholeProcessorSeconds > 0 {
                let each = measurement.wholeProcessorSeconds / Double(measurement.operations) * 1_000
                text += ", \(decimal(each, 3)) ms of a core each, until all is at rest"
            }
            for (name, count) in measurement.counts.sorted(by: { $0.key < $1.key }) {
                text += ", \(decimal(count / Double(measurement.operations), 1)) \(name)"
            }
            for (name, share) in Report.percentiles {
                text += ", \(name) \(decimal(measurement.percentile(share) / 1_000, 1)) ms"
            }
        }
        say(text)
    }

    func refused(_ name: String, _ reason: String) {
        if isJSON { return encode(Refusal(name: name, refused: reason)) }
        say("\(name): not measured, \(reason)")
    }

    /// Prints the line at once, also into a pipe.
    func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    private func line(_ measurement: Measurement) -> Line {
        let each = measurement.counts.mapValues { $0 / Double(measurement.operations) }
        let times = Report.percentiles.map { ($0.0, measurement.percentile($0.1) / 1_000) }
        return Line(
            name: measurement.name,
            operations: measurement.operations,
            seconds: measurement.seconds,
            perSecond: measurement.perSecond,
            processorSeconds: measurement.processorSeconds,
            perProcessorSecond: measurement.perProcessorSecond,
            wholeProcessorSeconds: measurement.wholeProcessorSeconds > 0 ? measurement.wholeProcessorSeconds : nil,
            countsEach: each.isEmpty ? nil : each,
            milliseconds: measurement.latencies.isEmpty
                ? nil : Dictionary(times, uniquingKeysWith: { first, _ in first })
        )
    }

    private func encode(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(value) else { preconditionFailure("a line of numbers is JSON") }
        say(String(decoding: data, as: UTF8.self))
    }

    private func decimal(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }
}
