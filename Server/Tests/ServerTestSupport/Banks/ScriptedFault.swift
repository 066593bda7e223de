public import ChaveBase
public import ChavePixModel

/// How a bank can fail one call.
public enum ScriptedFault: Hashable, Sendable, CaseIterable {
    /// It never arrived.
    case callLost
    /// It was done, and nobody heard.
    case answerLost
    /// It arrived twice; the second answer is heard.
    case answeredTwice
    /// It was done, and the answer was 500.
    case failedAfterwards
    /// It was done, and the answer is no message.
    case garbage
    /// It was done, and the answer names another amount.
    case anotherAmount
    /// The list of payments lacks that of the last day.
    case shortList
    /// It was done, and the answer says something else about it than was asked for.
    case altered(ScriptedAlteration)
    /// Nothing was done: a gateway says so in the bank's form, with that status and code.
    case refused(status: Int, code: String)
    /// 429: nothing was done, and the next call should wait.
    case tooMany(retryAfterSeconds: Int64)
    /// 401: nothing was done, because of the access token.
    case tokenRefused

    /// Those without a choice in them.
    public static let allCases: [ScriptedFault] = [
        .callLost, .answerLost, .answeredTwice, .failedAfterwards, .garbage, .anotherAmount,
    ]
}

/// What becomes of a payment that a bank took.
public enum ScriptedSettlement: Hashable, Sendable {
    case after(seconds: Int64)
    case never
    /// RJCT with that code, at once.
    case rejected(code: String)
    /// Taken, and RJCT with that code when it is read.
    case rejectedLater(code: String)
    /// Taken, and CANC when it is read.
    case canceledLater
}

/// Money that left an account.
public struct ScriptedMovement: Hashable, Sendable {
    public var endToEndID: String
    public var amount: Money
    public var at: Timestamp
}
