import ChaveTransport

/// The duration of the client's waits for a bank, and the interval of its questions.
///
/// A value out of its range becomes the nearest allowed value when it is set. So no policy can make the client hammer a
/// server, wait for ever or trap.
public struct PollPolicy: Hashable, Sendable {
    /// One wait.
    public struct Wait: Hashable, Sendable {
        /// The time between the beginnings of two questions when the server does not hold them open; from 10 ms to an
        /// hour.
        public var intervalMilliseconds: Int64 {
            didSet { intervalMilliseconds = Wait.intervals.nearest(to: intervalMilliseconds) }
        }
        /// The time from the first question to the end of the last response; up to a day.
        public var limitMilliseconds: Int64 {
            didSet { limitMilliseconds = Wait.limits.nearest(to: limitMilliseconds) }
        }

        /// A wait; the interval is limited to 10 ms to an hour, and the limit to at most a day.
        public init(intervalMilliseconds: Int64, limitMilliseconds: Int64) {
            self.intervalMilliseconds = Wait.intervals.nearest(to: intervalMilliseconds)
            self.limitMilliseconds = Wait.limits.nearest(to: limitMilliseconds)
        }

        private static let intervals: ClosedRange<Int64> = 10...3_600_000
        private static let limits: ClosedRange<Int64> = 0...86_400_000
    }

    /// The wait for the bank's registration options, after the redirect.
    public var registrationOptions: Wait
    /// The wait for the bank's verdict on an enrollment, after confirm.
    public var enrollment: Wait
    /// The wait for settlement, after authorize.
    public var payment: Wait
    /// The wait for the outcome of a call whose response was lost.
    public var unknownOutcome: Wait
    /// The seconds for which the client asks the server to hold a response (`Prefer: wait`), at most 30; 0 asks for
    /// nothing.
    public var preferredWaitSeconds: Int64 {
        didSet { preferredWaitSeconds = PollPolicy.preferredWaits.nearest(to: preferredWaitSeconds) }
    }

    /// A policy; the defaults are the guides' waits, and the server may hold a read for 25 seconds.
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
