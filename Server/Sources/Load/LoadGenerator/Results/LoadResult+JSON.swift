public import ChaveWire

extension LoadResult {
    /// The result for a script; the names contain the units.
    ///
    /// `measured` are the payments that were due during the measurement. `all` also has those of the warm-up and of the
    /// end, so it matches the server's list.
    public var json: JSONValue {
        [
            "mode": pace, "devices": JSONValue(plan.devices), "threads": JSONValue(plan.threads),
            "seconds": decimal(seconds), "interrupted": .bool(isInterrupted),
            "payments_per_second": decimal(perSecond),
            "measured": [
                "due": JSONValue(tally.due), "succeeded": JSONValue(tally.succeeded), "failed": JSONValue(failed),
            ],
            "all": [
                "succeeded": JSONValue(tally.all.succeeded), "failed": JSONValue(tally.all.failed),
                "requests": JSONValue(tally.all.requests),
            ],
            "latency_milliseconds": latencies, "failures": .array(failures.map(failure)),
            "per_second": .array(
                tally.seconds.map { ["succeeded": JSONValue($0.succeeded), "failed": JSONValue($0.failed)] }
            ),
            "waiting": waiting.map(\.json) ?? .null,
            "generator": generator,
        ]
    }

    private var pace: JSONValue {
        switch plan.pace {
        case .rate(let rate): ["rate_per_second": decimal(rate)]
        case .flatOut(let devices): ["concurrency": JSONValue(devices)]
        }
    }

    private var latencies: JSONValue {
        [
            "create": times(tally.create), "sign": times(tally.sign), "authorize": times(tally.authorize),
            "to_succeeded": times(tally.payment),
        ]
    }

    private var generator: JSONValue {
        [
            "lateness_milliseconds": times(tally.lateness), "processor_seconds": decimal(processorSeconds),
            "waited_for_device": JSONValue(tally.waitedForDevice),
            "limits": .array(GeneratorFinding.all(of: self).map { .string($0.text) }),
        ]
    }

    private func failure(_ item: (failure: PaymentFailure, count: Int)) -> JSONValue {
        [
            "stage": .string(item.failure.stage.rawValue), "code": .string(item.failure.code),
            "status": item.failure.status.map { JSONValue($0) } ?? .null, "count": JSONValue(item.count),
        ]
    }

    private func times(_ histogram: LatencyHistogram) -> JSONValue {
        var object = JSONObject()
        object["count"] = JSONValue(histogram.count)
        object["mean"] = decimal(histogram.mean / 1_000)
        let percents: [(String, Double)] = [("p50", 50), ("p90", 90), ("p95", 95), ("p99", 99), ("p999", 99.9)]
        for (name, percent) in percents { object[name] = decimal(Double(histogram.percentile(percent)) / 1_000) }
        object["max"] = decimal(Double(histogram.maximum) / 1_000)
        return .object(object)
    }

    /// A value as a number with three decimals.
    private func decimal(_ value: Double) -> JSONValue {
        let thousandths = Int64((min(max(value, -1e12), 1e12) * 1_000).rounded())
        let fraction = String(thousandths.magnitude % 1_000)
        let text =
            "\(thousandths < 0 ? "-" : "")\(thousandths.magnitude / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
        return JSONNumber(text).map(JSONValue.number) ?? .null
    }
}
