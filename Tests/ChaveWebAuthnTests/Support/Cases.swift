/// Says in the log through how many cases a test went; `scripts/test` adds them up by kind.
func ran(_ count: Int, _ kind: CaseKind) { print("cases: \(kind.rawValue) \(count)") }

enum CaseKind: String {
    /// An example of a specification.
    case vector
    /// A good message with one damage.
    case mutant
}
