import ChavePix
import Foundation

/// Prints each measurement beside the machine's own rates of the same minute.
@main
struct Bench {
    static func main() async throws {
        let seconds = Double(ProcessInfo.processInfo.environment["CHAVE_BENCH_SECONDS"] ?? "") ?? 5
        let count = Int(ProcessInfo.processInfo.environment["CHAVE_BENCH_PAYMENTS"] ?? "") ?? 8_000
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "chave-bench-\(UUID().uuidString)"
        ).path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }

        if let name = ProcessInfo.processInfo.environment["CHAVE_BENCH_REGISTRATION"] {
            return try await registrations(seconds: seconds, only: name)
        }
        let isPaymentsOnly = CommandLine.arguments.contains("--payments")
        if !isPaymentsOnly { try await ceremonies(seconds: seconds) }
        if CommandLine.arguments.contains("--ceremonies") { return }

        let bench = try await PaymentBench(directory: directory)
        // A device signs one payment at a time, so its counter rises from one to the next.
        let devices = try await bench.devices(128)
        show(try Baselines.sync(in: directory, seconds: seconds))
        let prepared = try await bench.prepare(devices, each: count / devices.count)
        show(await bench.authorize(prepared))
        show(try await bench.clientShare(devices[0], payments: 500))
        show(await bench.payments(devices, each: count / devices.count / 2))
        show(try Baselines.sync(in: directory, seconds: seconds))
        let findings = try await bench.server.check()
        say("database and ledger afterwards: \(findings.isEmpty ? "sound" : findings.joined(separator: "; "))")
        await bench.server.close()
        let opened = ContinuousClock.now
        let again = try await PaymentBench(directory: directory)
        let taken = (ContinuousClock.now - opened) / .milliseconds(1)
        say("the same databases opened again: \(String(format: "%.1f", taken)) ms")
        await again.server.close()
    }

    private static func ceremonies(seconds: Double) async throws {
        show(try Baselines.rawVerify(seconds: seconds))
        show(try Baselines.assertion(seconds: seconds))
        show(try Baselines.rawVerify(seconds: seconds))
        try await registrations(seconds: seconds / 2)
    }

    private static func registrations(seconds: Double, only: String? = nil) async throws {
        let folder = ProcessInfo.processInfo.environment["CHAVE_VECTORS"] ?? ""
        guard let bench = try RegistrationBench(folder: folder) else {
            say("registrations: not measured, there are no vectors in CHAVE_VECTORS")
            return
        }
        try await bench.run(seconds: seconds, only: only, show: show, refused: say)
    }

    private static func show(_ measurement: Measurement) {
        var line = "\(measurement.name): \(Int(measurement.perSecond)) / s"
        if !measurement.latencies.isEmpty {
            let shown = [0.5, 0.95, 0.99].map { String(format: "%.1f", measurement.percentile($0) / 1_000) }
            line += ", \(String(format: "%.1f", measurement.processorSeconds / measurement.seconds)) cores busy"
            if measurement.wholeProcessorSeconds > 0 {
                let each = measurement.wholeProcessorSeconds / Double(measurement.operations) * 1_000
                line += ", \(String(format: "%.3f", each)) ms of a core each, until all is at rest"
            }
            for (name, count) in measurement.counts.sorted(by: { $0.key < $1.key }) {
                line += ", \(String(format: "%.1f", count / Double(measurement.operations))) \(name)"
            }
            line += ", p50 \(shown[0]) ms, p95 \(shown[1]) ms, p99 \(shown[2]) ms"
        }
        say(line)
    }

    /// At once, also into a pipe.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

extension PollPolicy {
    /// For a server in the same process.
    static let impatient: PollPolicy = {
        let wait = Wait(intervalMilliseconds: 5, limitMilliseconds: 60_000)
        return PollPolicy(registrationOptions: wait, enrollment: wait, payment: wait)
    }()
}
