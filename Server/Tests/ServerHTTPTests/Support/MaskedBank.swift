import ChaveBase
import ChavePixModel
import InstitutionPort
import SandboxBank
import Synchronization

/// The sandbox bank, whose word about who approved can be changed, and which can be made deaf.
final class MaskedBank: InstitutionConnector {
    private let bank: SandboxBank
    private let names = Mutex<(known: String, told: String)?>(nil)
    private let unheard = Mutex<Set<InstitutionOperation>>([])

    init(_ bank: SandboxBank) { self.bank = bank }

    /// From now on the bank tells that `other` signed in where it was `holder`.
    func tell(_ other: SandboxHolder, insteadOf holder: SandboxHolder) {
        names.withLock { $0 = (holder.cpf, other.cpf) }
    }

    /// From now on these calls do not arrive; of none, all do again.
    func lose(_ operations: InstitutionOperation...) { unheard.withLock { $0 = Set(operations) } }

    func route(to institution: InstitutionID) async -> InstitutionRouting { .only }

    func verify(_ question: IdentityQuestion) async -> IdentityVerdict { await bank.verify(question) }

    func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply {
        if unheard.withLock({ $0.contains(call.operation) }) { return .unknown(.unreachable) }
        let reply = await bank.send(call, timeoutMilliseconds: timeoutMilliseconds)
        guard call.operation == .readEnrollment, case .answered(let status, let body, let date) = reply,
            let (known, told) = names.withLock({ $0 })
        else { return reply }
        let text = String(decoding: body, as: UTF8.self)
        let parts = text.split(separator: known, omittingEmptySubsequences: false)
        return .answered(status: status, body: Array(parts.joined(separator: told).utf8), date: date)
    }
}
