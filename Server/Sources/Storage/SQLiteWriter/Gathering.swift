/// Limits the time that a batch waits for more writes: only while several writes may come soon, and never long.
///
/// A transaction costs a sync and the pages of every tree that it touches, however many operations share it. A lone
/// write waits for no other, unless it is in no hurry.
public struct Gathering: Sendable {
    /// The maximum wait before a batch begins.
    public var longest: Duration
    /// The time during which a write in no hurry begins no transaction; it joins a transaction that begins earlier.
    public var patience: Duration
    /// The number of running operations that may write soon; a batch waits for that many writes.
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
