import ArgumentParser
import LoadGenerator

/// The amount and the duration of the load.
struct LoadShapeOptions: ParsableArguments {
    @Option(help: "Payments a second, by schedule. [default: 10]") var rate: Double?
    @Option(help: "Devices that pay without a pause, instead of a rate.") var concurrency: Int?
    @Option(help: "How long to measure: 30, 90s or 2m. [default: 30]", transform: LoadShapeOptions.seconds)
    var duration = 30.0
    @Option(help: "How long to pay before that, unmeasured. [default: 3]", transform: LoadShapeOptions.seconds)
    var warmUp = 3.0
    @Option(help: "Devices to enroll. [default: a fifth of the rate, from 20 to 2000; or --concurrency]")
    var devices: Int?
    @Option(help: "Threads of the generator.") var threads = 1

    /// The plan of the arguments, or an error that names the wrong one.
    func plan() throws -> LoadPlan {
        guard rate == nil || concurrency == nil else {
            throw ValidationError("Give --rate or --concurrency, not both.")
        }
        guard (1...86_400).contains(duration) else { throw ValidationError("--duration is 1 second to 24 hours.") }
        guard (0...3_600).contains(warmUp) else { throw ValidationError("--warm-up is 0 seconds to an hour.") }
        guard (1...64).contains(threads) else { throw ValidationError("--threads is 1 to 64.") }
        if let devices, !(1...20_000).contains(devices) { throw ValidationError("--devices is 1 to 20000.") }
        let span = LoadSpan(warmUpSeconds: warmUp, seconds: duration)
        if let concurrency { return try flatOut(concurrency, span) }
        let rate = rate ?? 10
        guard (0.01...100_000).contains(rate) else {
            throw ValidationError("--rate is 0.01 to 100000 payments a second.")
        }
        return LoadPlan(
            pace: .rate(rate),
            devices: devices ?? LoadPlan.devices(forRate: rate),
            threads: threads,
            span: span
        )
    }

    private func flatOut(_ concurrency: Int, _ span: LoadSpan) throws -> LoadPlan {
        guard (1...20_000).contains(concurrency) else { throw ValidationError("--concurrency is 1 to 20000 devices.") }
        guard devices == nil || devices == concurrency else {
            throw ValidationError("With --concurrency there are as many devices: leave out --devices.")
        }
        return LoadPlan(pace: .flatOut(devices: concurrency), devices: concurrency, threads: threads, span: span)
    }

    /// Reads a duration such as `30`, `30s`, `2m` or `1h`.
    static func seconds(_ text: String) throws -> Double {
        let factors: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
        let factor = text.last.flatMap { factors[$0] }
        let digits = factor == nil ? text[...] : text.dropLast()
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let value = Double(digits) else {
            throw ValidationError("Give seconds, or a number with s, m or h, such as 90s or 2m.")
        }
        return value * (factor ?? 1)
    }
}
