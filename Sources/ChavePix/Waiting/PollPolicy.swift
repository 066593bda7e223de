/// How long the client waits for a bank, and how often it asks.
public struct PollPolicy: Hashable, Sendable {
    /// One wait.
    public struct Wait: Hashable, Sendable {
        /// Between the beginnings of two questions, where the server does not hold them open.
        public var intervalMilliseconds: Int64
        public var limitMilliseconds: Int64

        public init(intervalMilliseconds: Int64, limitMilliseconds: Int64) {
            self.intervalMilliseconds = intervalMilliseconds
            self.limitMilliseconds = limitMilliseconds
        }
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
    public var preferredWaitSeconds: Int64

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
        self.preferredWaitSeconds = min(max(preferredWaitSeconds, 0), 30)
    }
}
