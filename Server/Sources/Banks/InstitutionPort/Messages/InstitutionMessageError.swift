/// Which field of a message could not be taken, and why.
///
/// It never holds any of the message's content, so it is fit for a log.
public struct InstitutionMessageError: Error, Hashable, Sendable {
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        case missing
        case invalid
    }

    /// Dotted path from the top of the message.
    public var field: String
    public var problem: Problem

    public init(field: String, problem: Problem) {
        self.field = field
        self.problem = problem
    }
}
