/// The reason why the platform has no registration at a bank now.
enum RegistrationProblem: Error, Hashable {
    /// The database does not answer, or another process marked the bank at the same moment.
    case notStored
    /// The directory gives no software statement.
    case noStatement(ExchangeProblem)
    /// The last try failed within the last minute.
    case tooSoon
    /// A registration was sent less than a minute ago, by this node or by another one.
    case underWay
    /// An operator must act.
    case alarm(ConnectorAlarm)

    /// The problem and the way out.
    var sentence: String {
        switch self {
        case .notStored:
            "The registration cannot be marked: the database is away, or another process registers. Try again."
        case .noStatement(let problem):
            "The directory gives no software statement: \(problem.reason). Run: chave open-finance check"
        case .tooSoon: "The last try failed less than a minute ago. Wait a minute."
        case .underWay: "A registration there is under way. Wait a minute."
        case .alarm(let alarm): alarm.sentence
        }
    }
}
