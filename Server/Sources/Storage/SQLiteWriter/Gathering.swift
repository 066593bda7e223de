/// How long a batch waits for company: only while several are under way that may write soon, and never long.
///
/// A transaction costs a sync and the pages of every tree that it touches, however many operations share it. A write that is alone
/// waits for no other, unless it is in no hurry.
public struct Gathering: Sendable {
    /// A batch begins after that time at the latest.
    public var longest: Duration
    /// A write in no hurry begins no transaction before that time, and joins one that begins earlier.
    public var patience: Duration
    /// How many pieces of work are under way now, of which each may write soon; a batch waits for that many operations.
    public var underWay: @Sendable () -> Int

    public init(
        longest: Duration = .milliseconds(1),
        patience: Duration = .milliseconds(50),
        underWay: @escaping @Sendable () -> Int
    ) {
        self.longest = longest
        self.patience = patience
        self.underWay = underWay
    }
}
