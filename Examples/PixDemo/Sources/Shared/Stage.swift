/// A way in numbered steps.
protocol Stage: CaseIterable, Hashable, RawRepresentable<Int>, Sendable where AllCases: RandomAccessCollection {
    /// What happens in it, in the person's words.
    var title: String { get }
}
