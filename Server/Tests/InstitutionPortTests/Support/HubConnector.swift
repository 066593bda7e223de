import ChaveBase
import ChaveJOSE
import ChavePixModel
import InstitutionPort

/// Reaches the banks of a hub, which takes each call as one HTTPS request and signs each bank's answer.
struct HubConnector: InstitutionConnector {
    let hub: any Hub

    func route(to institution: InstitutionID) async -> InstitutionRouting {
        guard let way = await hub.listing(of: institution)?.way else { return .notNow }
        return .by(way)
    }

    func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply {
        guard await hub.listing(of: call.institution) != nil, let way = call.route else {
            return .unknown(.unreachable)
        }
        let deadline = hub.uptimeMilliseconds() + Int64(timeoutMilliseconds)
        do throws(HubFault) {
            if let token = call.accessToken { return try await reply(to: call, way, token, by: deadline) }
            let own = try await hub.ownToken(insteadOf: nil)
            let first = try await reply(to: call, way, own, by: deadline)
            guard first == .tokenRefused else { return first }
            // The platform cannot renew the connector's own token.
            let second = try await reply(to: call, way, hub.ownToken(insteadOf: own), by: deadline)
            return second == .tokenRefused ? .unknown(.unreadable) : second
        } catch {
            return .unknown(error.reason)
        }
    }

    func verify(_ question: IdentityQuestion) async -> IdentityVerdict {
        guard let listing = await hub.listing(of: question.institution),
            let keys = try? await hub.keys(of: question.institution)
        else { return .notNow }
        let check = IdentityTokenCheck(
            issuer: listing.issuer,
            keys: keys,
            clientID: listing.clientID,
            now: hub.now()
        )
        return check.verdict(question)
    }

    private func reply(
        to call: InstitutionCall,
        _ way: InstitutionRoute,
        _ token: String,
        by deadline: Int64
    ) async throws(HubFault) -> InstitutionReply {
        let request = HubRequest(
            address: way.text,
            operation: call.operation.rawValue,
            institution: call.institution,
            subject: call.subject,
            token: token,
            idempotencyKey: call.idempotencyKey,
            interactionID: call.interactionID,
            body: call.body
        )
        let milliseconds = Int(max(1, deadline - hub.uptimeMilliseconds()))
        return meaning(of: try await hub.send(request, timeoutMilliseconds: milliseconds), for: call)
    }

    /// The reply that an answer proves; an answer that proves nothing leaves the call open.
    private func meaning(of answer: HubAnswer, for call: InstitutionCall) -> InstitutionReply {
        switch answer.status {
        case 401: return .tokenRefused
        case 429, 529: return .unknown(.overloaded, retryAfterSeconds: answer.retryAfterSeconds)
        case 500...599: return .unknown(.serverError, retryAfterSeconds: answer.retryAfterSeconds)
        default: break
        }
        guard hub.isGenuine(answer), answer.interactionID == call.interactionID else { return .unknown(.unreadable) }
        switch answer.status {
        case 200, 201, 202, 204: return .answered(status: answer.status, body: answer.body, date: answer.date)
        case 400, 404:
            // A payment is refused by 422 alone, and looked for in the list before a refusal is believed.
            if call.operation == .createPayment || call.operation == .listPayments { return .unknown(.unreadable) }
            return refusal(answer)
        case 422: return refusal(answer)
        default: return .unknown(.unreadable)
        }
    }

    private func refusal(_ answer: HubAnswer) -> InstitutionReply {
        guard let message = try? OFBErrors(bytes: answer.body), !message.errors.isEmpty else {
            return .unknown(.unreadable)
        }
        return .refused(status: answer.status, body: answer.body, date: answer.date)
    }
}

/// The world outside, as the connector may touch it: HTTPS, the list of banks, keys and clocks.
protocol Hub: Sendable {
    /// The institution as it is listed; `nil` for one that never was.
    func listing(of institution: InstitutionID) async -> HubListing?
    /// The connector's own token; another one than `old`.
    func ownToken(insteadOf old: String?) async throws(HubFault) -> String
    func keys(of institution: InstitutionID) async throws(HubFault) -> JWKSet
    /// Sends one request, follows no redirect, and reads at most 256 KiB.
    func send(_ request: HubRequest, timeoutMilliseconds: Int) async throws(HubFault) -> HubAnswer
    /// Whether the signature of an answer is that of its bank.
    func isGenuine(_ answer: HubAnswer) -> Bool
    func now() -> Timestamp
    /// A clock that is never set.
    func uptimeMilliseconds() -> Int64
}

/// A bank of the hub.
struct HubListing: Sendable {
    /// Version and address for new objects; `nil` for a bank that left.
    var way: InstitutionRoute?
    var issuer: String
    var clientID: String
}

struct HubRequest: Sendable {
    var address: String
    var operation: String
    var institution: InstitutionID
    var subject: String
    var token: String
    var idempotencyKey: String?
    var interactionID: String
    var body: [UInt8]
}

struct HubAnswer: Sendable {
    var status: Int
    var interactionID: String?
    var retryAfterSeconds: Int64?
    var signature: String?
    /// The bank's clock.
    var date: Timestamp
    var body: [UInt8]
}

/// The reasons for which there is no whole answer.
enum HubFault: Error {
    case timedOut
    case noConnection
    case brokenOff
    case tooLong

    var reason: InstitutionUnknown {
        switch self {
        case .timedOut: .timedOut
        case .noConnection, .brokenOff: .unreachable
        case .tooLong: .unreadable
        }
    }
}
