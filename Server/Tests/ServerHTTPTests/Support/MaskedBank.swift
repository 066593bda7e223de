import InstitutionPort
import SandboxBank
import Synchronization

/// The sandbox bank, whose word about who approved can be changed.
final class MaskedBank: InstitutionConnector {
    private let bank: SandboxBank
    private let names = Mutex<(known: String, told: String)?>(nil)

    init(_ bank: SandboxBank) { self.bank = bank }

    /// From now on the bank tells that `other` signed in where it was `holder`.
    func tell(_ other: SandboxHolder, insteadOf holder: SandboxHolder) {
        names.withLock { $0 = (holder.cpf, other.cpf) }
    }

    func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply {
        let reply = await bank.send(call, timeoutMilliseconds: timeoutMilliseconds)
        guard call.operation == .readEnrollment, case .answered(let status, let body, let date) = reply,
            let (known, told) = names.withLock({ $0 })
        else { return reply }
        let text = String(decoding: body, as: UTF8.self)
        let parts = text.split(separator: known, omittingEmptySubsequences: false)
        return .answered(status: status, body: Array(parts.joined(separator: told).utf8), date: date)
    }
}
