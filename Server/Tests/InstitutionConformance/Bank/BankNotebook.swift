import ChaveBase
package import ChavePixModel
package import ChaveWire
package import InstitutionPort
import Synchronization

/// The books of an honest bank for a counterpart that has none of its own.
///
/// It does each keyed call once, answers a repeat as the first time, and refuses other data under the same key. The
/// counterpart reads a call from its wire, lets the notebook hear it, and writes what the notebook says to its wire.
package final class BankNotebook: Sendable {
    private struct Outcome {
        var subject: String
        var body: JSONValue?
        var answer: JSONValue?
    }

    private struct Key: Hashable {
        var institution: InstitutionID
        var operation: InstitutionOperation
        var text: String
    }

    private struct State {
        var arrivals: [BankArrival] = []
        var books: [String] = []
        var outcomes: [Key: Outcome] = [:]
        var conducts: [InstitutionID: (operation: InstitutionOperation, conduct: BankConduct)] = [:]
        var hanging: [(milliseconds: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The bank's answer to a call.
    package struct Hearing: Sendable {
        package var conduct: BankConduct
        /// The code for a conduct that refuses.
        package var code: String
        /// The message of an answer; `nil` where the operation has none.
        package var answer: JSONValue?
    }

    package var arrivals: [BankArrival] { state.withLock(\.arrivals) }
    package var books: [String] { state.withLock(\.books) }
    package var hangingCalls: Int { state.withLock(\.hanging.count) }

    /// The next call of `operation` at an institution meets `conduct`.
    package func expect(_ operation: InstitutionOperation, _ conduct: BankConduct, at institution: InstitutionID) {
        state.withLock { $0.conducts[institution] = (operation, conduct) }
    }

    /// Hears one call, does its work where the conduct is to do it, and says what the bank answers.
    package func hear(_ arrival: BankArrival) -> Hearing {
        state.withLock { state in
            state.arrivals.append(arrival)
            let conduct = nextConduct(&state, arrival)
            var hearing = Hearing(conduct: conduct, code: BankConduct.refusalCode(of: arrival.operation), answer: nil)
            guard conduct.doesTheWork, conduct != .refusesTheConnectorsTokenOnce else { return hearing }
            guard let outcome = outcome(&state, arrival) else {
                hearing.conduct = .refuses
                hearing.code = "ERRO_IDEMPOTENCIA"
                return hearing
            }
            hearing.answer = outcome.answer
            return hearing
        }
    }

    /// Waits until time has passed, as a bank does that hangs.
    package func hang(milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.hanging.append((milliseconds, continuation)) }
        }
    }

    /// Ends the waiting of every call that hangs; `advance` puts the clock of deadlines on by the longest.
    package func letTimePass(_ advance: (_ milliseconds: Int) -> Void) {
        let hanging = state.withLock { state in
            defer { state.hanging = [] }
            if !state.hanging.isEmpty { state.conducts = state.conducts.filter { $0.value.conduct != .hangs } }
            return state.hanging
        }
        if let longest = hanging.map(\.milliseconds).max() { advance(longest) }
        for (_, continuation) in hanging { continuation.resume() }
    }

    /// Conducts last for one call, but that a bank hangs until time passes and refuses every token.
    private func nextConduct(_ state: inout State, _ arrival: BankArrival) -> BankConduct {
        guard let next = state.conducts[arrival.institution], next.operation == arrival.operation else {
            return .answers
        }
        if next.conduct != .hangs, next.conduct != .refusesTheConnectorsTokens {
            state.conducts[arrival.institution] = nil
        }
        return next.conduct
    }

    /// The first outcome under the call's key; `nil` when the key was used with other data.
    private func outcome(_ state: inout State, _ arrival: BankArrival) -> Outcome? {
        let key = arrival.idempotencyKey.map {
            Key(institution: arrival.institution, operation: arrival.operation, text: $0)
        }
        if let known = key.flatMap({ state.outcomes[$0] }) {
            return known.subject == arrival.subject && known.body == arrival.body ? known : nil
        }
        if !arrival.operation.isRead {
            state.books.append("\(arrival.institution.text) \(arrival.operation.rawValue) \(arrival.subject)")
        }
        let answer = arrival.operation.sampleAnswer(state.books.count)
        let outcome = Outcome(subject: arrival.subject, body: arrival.body, answer: answer)
        if let key { state.outcomes[key] = outcome }
        return outcome
    }
}
