import ChaveBase
import ChavePixModel
import InstitutionPort

/// A bank's decoded response: a certain success, a certain refusal, or unknown.
enum BankAnswer<Message: Sendable>: Sendable {
    /// `clock` corrects the bank's times to ours.
    case answered(Message, clock: BankClock)
    case refused(code: String)
    case unknown(InstitutionUnknown)
}

/// The difference between a bank's clock and ours, by the `Date` header of its response.
struct BankClock: Sendable {
    let microsecondsAhead: Int64

    init(bankDate: Timestamp, ours: Timestamp) { microsecondsAhead = bankDate.microseconds(since: ours) }

    func ours(_ bankTime: Timestamp) -> Timestamp { bankTime.adding(microseconds: -microsecondsAhead) }
}

/// The platform's side of the port: encodes calls, decodes responses.
struct Bank: Sendable {
    let connector: any InstitutionConnector
    let world: World
    let runs: RunsUnderWay
    private let pauses = BankPauses()

    init(connector: any InstitutionConnector, world: World, runs: RunsUnderWay) {
        self.connector = connector
        self.world = world
        self.runs = runs
    }

    /// The code for a 404, whatever code the bank gives: the subject of the call does not exist.
    static let notFound = "NAO_ENCONTRADO"
    /// The timeout of a call.
    ///
    /// Open Finance allows 15 s for a call. Our calls end earlier, so that a request can still respond.
    static let timeoutMilliseconds = 10_000

    /// Sends a call whose response is a message.
    func call<Answer: InstitutionMessage>(_ call: Call, answer: Answer.Type) async -> BankAnswer<Answer> {
        switch await send(call) {
        case .answered(let body, let clock):
            guard let message = try? Answer(bytes: body) else { return .unknown(.unreadable) }
            return .answered(message, clock: clock)
        case .refused(let code): return .refused(code: code)
        case .unknown(let why): return .unknown(why)
        }
    }

    /// Sends a call whose response is 204.
    func call(_ call: Call) async -> BankAnswer<Void> {
        switch await send(call) {
        case .answered(_, let clock): .answered((), clock: clock)
        case .refused(let code): .refused(code: code)
        case .unknown(let why): .unknown(why)
        }
    }

    struct Call: Sendable {
        var institution: InstitutionID
        var route: InstitutionRoute?
        var operation: InstitutionOperation
        var subject = ""
        var accessToken: String?
        /// Makes another access token where the bank refuses the first: the call is then sent once more.
        var renewToken: (@Sendable () async -> String?)?
        var idempotencyKey: String?
        var body: [UInt8] = []
        var timeoutMilliseconds = Bank.timeoutMilliseconds
    }

    private func send(_ call: Call) async -> BankAnswer<[UInt8]> {
        let place = BankPauses.Place(institution: call.institution, operation: call.operation)
        guard !pauses.hold(place, at: world.uptimeMilliseconds()) else { return .unknown(.overloaded) }
        var reply = await reply(to: call)
        if reply == .tokenRefused, let token = await call.renewToken?() {
            var renewed = call
            renewed.accessToken = token
            reply = await self.reply(to: renewed)
        }
        switch reply {
        case .answered(_, let body, let date):
            return .answered(body, clock: BankClock(bankDate: date, ours: world.now()))
        case .refused(let status, let body, _):
            guard call.operation.isCertainRefusal(status), let errors = try? OFBErrors(bytes: body),
                !errors.errors.isEmpty
            else {
                return .unknown(.unreadable)
            }
            return .refused(code: status == 404 ? Bank.notFound : errors.decidingCode(of: call.operation))
        case .tokenRefused:
            return .unknown(.unreadable)
        case .unknown(let why, let seconds):
            if let seconds { pauses.begin(place, seconds: seconds, at: world.uptimeMilliseconds()) }
            return .unknown(why)
        }
    }

    private func reply(to call: Call) async -> InstitutionReply {
        let interaction: ResourceID<ResourceKind.Institution> = world.newID()
        let request = InstitutionCall(
            institution: call.institution,
            route: call.route,
            operation: call.operation,
            subject: call.subject,
            accessToken: call.accessToken,
            idempotencyKey: call.idempotencyKey,
            interactionID: interaction.text,
            customer: InstitutionCustomer.current,
            body: call.body
        )
        return await runs.call {
            await connector.send(request, timeoutMilliseconds: call.timeoutMilliseconds)
        }
    }
}

extension InstitutionOperation {
    /// Whether the status, in the bank's error format, proves that nothing was done.
    ///
    /// Other statuses come from gateways, limits and tokens (401, 403, 409, 429 …): the same call may succeed later.
    /// For a payment, only the bank's own 422 counts.
    func isCertainRefusal(_ status: Int) -> Bool {
        self == .createPayment ? status == 422 : [400, 404, 422].contains(status)
    }
}
