import Dispatch
import Foundation

/// Measures one part, and prints a line for each measurement.
///
///     chave-bench [--json] [--seconds 3] rates | micro | sdk | payments [--count 8000]
///     chave-bench repeat NAME COUNT
///
/// The last form repeats a small operation and prints nothing: for programs that count instructions or take profiles.
@main
struct Bench {
    private let report: Report
    private let seconds: Double
    private let count: Int

    /// Runs synchronously: a repeated operation stays on the first thread, the only one that valgrind supports.
    static func main() {
        let finished = DispatchSemaphore(value: 0)
        let isRepeating = CommandLine.arguments.dropFirst().first == "repeat"
        Task(executorPreference: isRepeating ? SameThread() : nil) {
            do {
                try await measure()
            } catch {
                stop("\(error)")
            }
            finished.signal()
        }
        finished.wait()
    }

    private static func measure() async throws {
        var words = Array(CommandLine.arguments.dropFirst())
        let isJSON = take("--json", from: &words)
        let seconds = value(of: "--seconds", from: &words).flatMap(Double.init) ?? 3
        let count = value(of: "--count", from: &words).flatMap(Int.init) ?? 8_000
        let bench = Bench(report: Report(isJSON: isJSON), seconds: seconds, count: count)
        switch words.first {
        case "rates" where words.count == 1: try bench.rates()
        case "micro" where words.count == 1: try await bench.micro()
        case "sdk" where words.count == 1: try await bench.inDirectory(bench.sdk)
        case "payments" where words.count == 1: try await bench.inDirectory(bench.payments)
        case "repeat" where words.count == 3: try await bench.repeated(words[1], words[2])
        default: stop("chave-bench [--json] [--seconds N] [--count N] rates | micro | sdk | payments, or repeat NAME N")
        }
    }

    // MARK: Parts

    private func rates() throws {
        report.show(try MachineRates.rawVerify(seconds: seconds))
        for measured in try MachineRates.messages(seconds: seconds) { report.show(measured) }
        report.show(try MachineRates.sync(in: FileManager.default.temporaryDirectory.path, seconds: seconds))
    }

    private func micro() async throws {
        let operations = try await MicroOperations().all()
        for operation in operations.taken { report.show(try await Stopwatch.rate(operation, seconds: seconds)) }
        for (name, reason) in operations.refused { report.refused(name, reason) }
    }

    private func repeated(_ name: String, _ times: String) async throws {
        guard let times = Int(times), times >= 0, let operation = try MicroOperations()[name] else {
            Bench.stop("no operation \(name) that can be repeated \(times) times")
        }
        try await operation.repeated(times)
    }

    /// The device's side of a payment, without the person and the network.
    private func sdk(_ directory: String) async throws {
        let bench = try await PaymentBench(directory: directory)
        report.show(try await bench.clientShare(bench.devices(1)[0], payments: count))
        await bench.server.close()
    }

    /// Measures payments without sockets: the cost and the operations of each.
    private func payments(_ directory: String) async throws {
        let bench = try await PaymentBench(directory: directory)
        // A device signs one payment at a time, because its counter rises with each, and may have twenty intents open.
        let devices = try await bench.devices(256)
        let each = max(1, count / devices.count)
        let prepared = try await bench.prepare(devices, each: each)
        report.show(await bench.authorize(prepared))
        report.show(await bench.payments(devices, each: each))
        let findings = try await bench.server.check()
        await bench.server.close()
        guard findings.isEmpty else { Bench.stop("database and ledger: \(findings.joined(separator: "; "))") }
    }

    // MARK: Surroundings

    private func inDirectory(_ body: (String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "chave-bench-\(UUID().uuidString)"
        ).path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await body(directory)
    }

    private static func stop(_ reason: String) -> Never {
        FileHandle.standardError.write(Data("\(reason)\n".utf8))
        exit(64)
    }

    private static func take(_ flag: String, from words: inout [String]) -> Bool {
        guard let index = words.firstIndex(of: flag) else { return false }
        words.remove(at: index)
        return true
    }

    private static func value(of option: String, from words: inout [String]) -> String? {
        guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
        defer { words.removeSubrange(index...index + 1) }
        return words[index + 1]
    }
}
