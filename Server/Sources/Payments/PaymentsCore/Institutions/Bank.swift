import ChaveBase
import ChavePixModel
import InstitutionPort

/// A bank's answer, read: certain yes, certain no, or unknown.
enum BankAnswer<Message: Sendable>: Sendable {
    /// `clock` corrects the bank's times to ours.
    case answered(Message, clock: BankClock)
    case refused(code: String)
    case unknown(InstitutionUnknown)
}

/// How far a bank's clock is from ours, by the `Date` of its answer.
struct BankClock: Sendable {
    let microsecondsAhead: Int64

    init(bankDate: Timestamp, ours: Timestamp) { microsecondsAhead = bankDate.microseconds(since: ours) }

    func ours(_ bankTime: Timestamp) -> Timestamp { bankTime.adding(microseconds: -microsecondsAhead) }
}

/// The platform's end of the port: encodes calls, reads answers.
struct Bank: Sendable {
    let connector: any InstitutionConnector
    let world: World
    let runs: RunsUnderWay
    /// The code of a 404, whatever the bank's own word in it: what was asked about is not there.
    static let notFound = "NAO_ENCONTRADO"
    /// Open Finance gives a call 15 s; ours end earlier, so that a request can still answer.
    static let timeoutMilliseconds = 10_000

    /// A call whose answer is a message.
    func call<Answer: InstitutionMessage>(
        _ call: Call,
        answer: Answer.Type
    ) async -> BankAnswer<Answer> {
        switch await send(call) {
        case .answered(let body, let clock):
            guard let message = try? Answer(bytes: body) else { return .unknown(.unreadable) }
            return .answered(message, clock: clock)
        case .refused(let code): return .refused(code: code)
        case .unknown(let why): return .unknown(why)
        }
    }

    /// A call that is answered with 204.
    func call(_ call: Call) async -> BankAnswer<Void> {
        switch await send(call) {
        case .answered(_, let clock): .answered((), clock: clock)
        case .refused(let code): .refused(code: code)
        case .unknown(let why): .unknown(why)
        }
    }

    struct Call: Sendable {
        var institution: InstitutionID
        var operation: InstitutionOperation
        var subject = ""
        var accessToken: String?
        var idempotencyKey: String?
        var body: [UInt8] = []
        var timeoutMilliseconds = Bank.timeoutMilliseconds
    }

    private enum Reply {
        case answered([UInt8], BankClock)
        case refused(String)
        case unknown(InstitutionUnknown)
    }

    private func send(_ call: Call) async -> Reply {
        let interaction: ResourceID<ResourceKind.Institution> = world.newID()
        let request = InstitutionCall(
            institution: call.institution,
            operation: call.operation,
            subject: call.subject,
            accessToken: call.accessToken,
            idempotencyKey: call.idempotencyKey,
            interactionID: interaction.text,
            body: call.body
        )
        let answer = await runs.call {
            await connector.send(request, timeoutMilliseconds: call.timeoutMilliseconds)
        }
        switch answer {
        case .answered(_, let body, let date):
            return .answered(body, BankClock(bankDate: date, ours: world.now()))
        case .refused(let status, let body, _):
            guard call.operation.isCertainRefusal(status), let errors = try? OFBErrors(bytes: body) else {
                return .unknown(.unreadable)
            }
            return .refused(status == 404 ? Bank.notFound : errors.firstCode)
        case .unknown(let why):
            return .unknown(why)
        }
    }
}

extension InstitutionOperation {
    /// Whether that status, in the bank's form, says for certain that nothing was done.
    ///
    /// Others come from gateways, limits and tokens (401, 403, 409, 429 …): the same call may go through later. Of a payment
    /// only the bank's own 422 counts.
    func isCertainRefusal(_ status: Int) -> Bool {
        self == .createPayment ? status == 422 : [400, 404, 422].contains(status)
    }
}
