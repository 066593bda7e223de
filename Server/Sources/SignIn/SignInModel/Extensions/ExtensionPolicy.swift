/// The settings for adding a second device by nine digits.
///
/// Nine digits are 30 bits, and no rotation makes that enough: a guessed code only opens a question that a person
/// answers.
public struct ExtensionPolicy: Sendable {
    /// How long a code is valid before the next one replaces it.
    public var codeSeconds: Int64 = 90
    /// How long a replaced code is still accepted.
    public var graceSeconds: Int64 = 5
    /// How often a session's code is replaced; the session ends with its last code.
    public var rotations = 10
    /// How long the person at the first device has to answer.
    public var pairingSeconds: Int64 = 60
    /// The number of refused or unanswered pairings that ends a session.
    public var refusedPairings = 3
    public var liveSessionsPerUser = 3
    /// The wrong codes in ten minutes by one key or from one address.
    public var wrongInTenMinutes = 5
    public var wrongInADay = 20
    /// More wrong codes than this in a tenant and minute raise its alarm.
    public var wrongBeforeAlarm = 10
    /// How long a tenant must have no wrong codes before its alarm ends.
    public var quietSeconds: Int64 = 60
    /// The work of a claim under an alarm: the number of leading zero bits of a SHA-256.
    public var proofOfWorkBits = 20
    /// How many codes there are.
    ///
    /// An operator cannot set this value; tests shrink it to make rare events countable.
    package var codeSpace = NineDigits.space

    public init() {}
}
