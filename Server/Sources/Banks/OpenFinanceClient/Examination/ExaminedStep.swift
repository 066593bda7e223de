/// The result of one step of an examination: of a file, of the directory, or of a bank.
public struct ExaminedStep: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The step holds; the text says what was found.
        case holds(String)
        /// The step fails; the sentences name the problem and the way out.
        case fails(String)
        /// The step was left out, for a reason that is no fault.
        case skipped(String)
    }

    public var name: String
    public var outcome: Outcome

    public init(_ name: String, _ outcome: Outcome) {
        self.name = name
        self.outcome = outcome
    }

    /// The problem with the way out; `nil` where the step holds or was left out.
    public var problem: String? {
        guard case .fails(let problem) = outcome else { return nil }
        return problem
    }

    public var isFailure: Bool { problem != nil }
}

/// Takes each step when it is done.
public typealias ExaminationListener = @Sendable (ExaminedStep) -> Void
