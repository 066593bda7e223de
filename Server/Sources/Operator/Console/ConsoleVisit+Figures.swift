import ChaveBase
import ChavePixModel
import Pages

/// The charts.
extension ConsoleVisit {
    func figures() async throws(ConsoleFailure) -> Page {
        let range = request.query["range"].flatMap(FigureRange.init) ?? .day
        let start = range.start(at: world.now())
        return FiguresScreen(
            frame: frame,
            range: range,
            outcomes: try await records.outcomes(from: start, stepSeconds: range.stepSeconds, count: range.count),
            settlement: try await records.settlement(since: start),
            routes: await records.routeLatencies()
        ).page
    }
}

/// A span of time that ends now, in steps.
enum FigureRange: String, CaseIterable {
    case hour, day, week, month

    var stepSeconds: Int64 {
        switch self {
        case .hour: 120
        case .day: 3_600
        case .week: 6 * 3_600
        case .month: 86_400
        }
    }

    var count: Int {
        switch self {
        case .hour: 30
        case .day: 24
        case .week: 28
        case .month: 30
        }
    }

    /// The start of the range, on a whole step in Brasília's time, so that charts of one step are alike; the last step
    /// has `now`.
    func start(at now: Timestamp) -> Timestamp {
        let step = stepSeconds
        let zone: Int64 = 3 * 3_600
        let last = (now.seconds - zone) / step * step + zone
        return Timestamp(seconds: last - step * Int64(count - 1))
    }
}
