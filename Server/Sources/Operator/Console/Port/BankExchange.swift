public import ChaveBase

/// One HTTP exchange with a bank: no token, key or person is in it.
public struct BankExchange: Hashable, Sendable {
    public var at: Timestamp
    /// The operation, such as `POST /pix/payments`.
    public var name: String
    public var milliseconds: Int
    /// `nil` when there was no whole answer.
    public var status: Int?
    /// The bank's name for the exchange in its own records, `x-fapi-interaction-id`.
    public var interactionID: String?
    /// The meaning of the answer: `answered`, `refused CODE`, `token refused`, or `unknown: REASON`.
    public var outcome: String

    public init(
        at: Timestamp,
        name: String,
        milliseconds: Int,
        status: Int?,
        interactionID: String?,
        outcome: String
    ) {
        self.at = at
        self.name = name
        self.milliseconds = milliseconds
        self.status = status
        self.interactionID = interactionID
        self.outcome = outcome
    }
}

/// The latest exchanges with banks on the wire, by their object.
public protocol ExchangeRecords: Sendable {
    /// The exchanges of an object, oldest first; none after a restart.
    func exchanges(of object: ConsoleObject) async -> [BankExchange]
}
