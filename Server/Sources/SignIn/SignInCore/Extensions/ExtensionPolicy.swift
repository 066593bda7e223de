/// How a second device is added by nine digits.
///
/// Nine digits are 30 bits, which no rotation makes enough: a guessed code only opens a question that a person answers.
public struct ExtensionPolicy: Sendable {
    /// How long a code stands before the next one replaces it.
    public var codeSeconds: Int64 = 90
    /// How long a code is taken after it was replaced.
    public var graceSeconds: Int64 = 5
    /// How often a session's code is replaced; the last one's end is the session's.
    public var rotations = 10
    /// How long the person at the first device has to answer.
    public var pairingSeconds: Int64 = 60
    /// So many refused or unanswered pairings end a session.
    public var refusedPairings = 3
    public var liveSessionsPerUser = 3
    /// Wrong codes by one key or from one address.
    public var wrongInTenMinutes = 5
    public var wrongInADay = 20
    /// More wrong codes than this in a tenant and minute raise its alarm.
    public var wrongBeforeAlarm = 10
    /// How long a tenant must be without wrong codes until its alarm is over.
    public var quietSeconds: Int64 = 60
    /// The work that a claim takes under an alarm: so many leading zero bits of a SHA-256.
    public var proofOfWorkBits = 20
    /// How many codes there are.
    ///
    /// An operator cannot set it; tests shrink it, to count what is too rare to be counted.
    package var codeSpace = NineDigits.space

    public init() {}
}
