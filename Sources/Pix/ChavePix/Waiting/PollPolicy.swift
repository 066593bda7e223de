import ChaveTransport

/// How long the client waits for a bank, and how often it asks.
///
/// A value out of its range becomes the nearest one in it, when it is set: no policy can make the client hammer a server,
/// wait for ever or trap.
public struct PollPolicy: Hashable, Sendable {
    /// One wait.
    public struct Wait: Hashable, Sendable {
        /// Between the beginnings of two questions, where the server does not hold them open; from 10 ms to an hour.
        public var intervalMilliseconds: Int64 {
            didSet { intervalMilliseconds = Wait.intervals.nearest(to: intervalMilliseconds) }
        }
        /// From the first question to the end of the last answer; up to a day.
        public var limitMilliseconds: Int64 {
            didSet { limitMilliseconds = Wait.limits.nearest(to: limitMilliseconds) }
        }

        /// The interval is cut to 10 ms to an hour, the limit to at most a day.
        public init(intervalMilliseconds: Int64, limitMilliseconds: Int64) {
            self.intervalMilliseconds = Wait.intervals.nearest(to: intervalMilliseconds)
            self.limitMilliseconds = Wait.limits.nearest(to: limitMilliseconds)
        }

        private static let intervals: ClosedRange<Int64> = 10...3_600_000
        private static let limits: ClosedRange<Int64> = 0...86_400_000
    }

    /// For the bank's registration options, after the redirect.
    public var registrationOptions: Wait
    /// For the bank's verdict on an enrollment, after confirm.
    public var enrollment: Wait
    /// For settlement, after authorize.
    public var payment: Wait
    /// For finding out what came of a call whose answer was lost.
    public var unknownOutcome: Wait
    /// What the client asks the server to hold an answer for (`Prefer: wait`), at most 30; 0 asks for nothing.
    public var preferredWaitSeconds: Int64 {
        didSet { preferredWaitSeconds = PollPolicy.preferredWaits.nearest(to: preferredWaitSeconds) }
    }

    /// The defaults are the guides' waits; a held read is asked for 25 seconds.
    public init(
        registrationOptions: Wait = Wait(intervalMilliseconds: 1_000, limitMilliseconds: 300_000),
        enrollment: Wait = Wait(intervalMilliseconds: 2_000, limitMilliseconds: 120_000),
        payment: Wait = Wait(intervalMilliseconds: 2_000, limitMilliseconds: 120_000),
        unknownOutcome: Wait = Wait(intervalMilliseconds: 2_000, limitMilliseconds: 60_000),
        preferredWaitSeconds: Int64 = 25
    ) {
        self.registrationOptions = registrationOptions
        self.enrollment = enrollment
        self.payment = payment
        self.unknownOutcome = unknownOutcome
        self.preferredWaitSeconds = PollPolicy.preferredWaits.nearest(to: preferredWaitSeconds)
    }

    private static let preferredWaits: ClosedRange<Int64> = 0...30
}
