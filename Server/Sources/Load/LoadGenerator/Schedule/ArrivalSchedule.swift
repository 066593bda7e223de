/// When each payment is due, at a fixed rate, whatever became of those before it: an open loop.
///
/// Pure: times are nanoseconds after the start. Each moment is computed from its number, so no error adds up. Several lanes
/// share one schedule; each takes every so manieth arrival.
public struct ArrivalSchedule: Hashable, Sendable {
    /// Payments a second, of all lanes together.
    public let perSecond: Double
    /// Which lane this is, from 0.
    public let lane: Int
    /// How many there are.
    public let lanes: Int

    /// A lane's part of a rate; a rate of 0 or less has no arrivals.
    public init(perSecond: Double, lane: Int = 0, lanes: Int = 1) {
        self.perSecond = perSecond
        self.lane = lane
        self.lanes = max(lanes, 1)
    }

    /// When this lane's arrival of that number is due; `nil` where there is none within `end`.
    public func due(_ number: Int, before end: Int64) -> Int64? {
        guard perSecond > 0 else { return nil }
        let (scaled, overflow) = number.multipliedReportingOverflow(by: lanes)
        let moment = (Double(scaled) + Double(lane)) / perSecond * 1e9
        guard !overflow, moment < Double(end) else { return nil }
        return Int64(moment)
    }
}
