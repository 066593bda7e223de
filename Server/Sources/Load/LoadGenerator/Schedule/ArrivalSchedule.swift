/// The due times of payments at a fixed rate, whatever the outcome of earlier ones: an open loop.
///
/// The schedule is pure: times are nanoseconds after the start. Each time is computed from its number, so no error adds
/// up. Several lanes share one schedule: with n lanes, each takes every n-th arrival.
public struct ArrivalSchedule: Hashable, Sendable {
    /// The payments a second of all lanes together.
    public let perSecond: Double
    /// The number of this lane, from 0.
    public let lane: Int
    /// The number of lanes.
    public let lanes: Int

    /// Makes a lane's part of a rate; a rate of 0 or less has no arrivals.
    public init(perSecond: Double, lane: Int = 0, lanes: Int = 1) {
        self.perSecond = perSecond
        self.lane = lane
        self.lanes = max(lanes, 1)
    }

    /// The due time of this lane's arrival `number`; `nil` when it is not before `end`.
    public func due(_ number: Int, before end: Int64) -> Int64? {
        guard perSecond > 0 else { return nil }
        let (scaled, overflow) = number.multipliedReportingOverflow(by: lanes)
        let moment = (Double(scaled) + Double(lane)) / perSecond * 1e9
        guard !overflow, moment < Double(end) else { return nil }
        return Int64(moment)
    }
}
