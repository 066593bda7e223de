import AsyncHTTPClient
import ChaveBase
import ChavePixModel
import ChaveWire
import Directory
import Foundation
import InstitutionPort
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL
import OpenFinanceWire
import SandboxBank
import Synchronization

/// Tells registered clients that an object of theirs changed (webhook 1.3.0 of Open Finance Brasil).
///
/// Three attempts: at once, ten seconds after the first failed, and a minute after the second. The first comes from the
/// transaction that changed the object, and so survives the process; the later two live in its memory. A message has no
/// state of the object: its receiver reads it.
final class WebhookCourier: ClientNotifications {
    private struct Destination: Hashable {
        let institution: InstitutionID
        let host: String
    }

    private let institutions: [InstitutionID: BankParticipant.Institution]
    private let tls: [InstitutionID: TLSConfiguration]
    private let bank: SandboxBank
    private let world: World
    private let logger: Logger
    private let clients = Mutex<[Destination: HTTPClient]>([:])
    private let underWay = Mutex(0)

    /// Between the attempts, in seconds of the deadlines' clock.
    private static let pauses = [10, 60]
    /// Messages under way at a time; one more is not sent, and its receiver reads the object by itself.
    private static let most = 2_000
    private static let mostDestinations = 256

    init(_ files: ParticipantFolder, bank: SandboxBank, world: World, logger: Logger) throws(FileProblem) {
        var institutions: [InstitutionID: BankParticipant.Institution] = [:]
        var tls: [InstitutionID: TLSConfiguration] = [:]
        for institution in files.participant.institutions {
            guard let id = InstitutionID(institution.id) else { continue }
            institutions[id] = institution
            tls[id] = try files.clientTLS(institution.transport)
        }
        self.institutions = institutions
        self.tls = tls
        self.bank = bank
        self.world = world
        self.logger = logger
    }

    func changed(
        _ kind: InstitutionNotificationKind,
        _ id: String,
        of client: String,
        at institution: InstitutionID
    ) async {
        guard let registered = try? await bank.client(client, at: institution) else { return }
        let message = WebhookMessage(kind, id, institution, at: world.now())
        for address in (registered.metadata["webhook_uris"]?.array ?? []).compactMap(\.string) {
            guard take() else {
                logger.warning("webhook not sent: too many are under way")
                continue
            }
            // Apart from the caller, who tells other clients.
            Task {
                await send(message, to: address, at: institution)
                underWay.withLock { $0 -= 1 }
            }
        }
    }

    func close() async {
        let all = clients.withLock { clients in
            defer { clients = [:] }
            return Array(clients.values)
        }
        for client in all { try? await client.shutdown() }
    }

    private func take() -> Bool {
        underWay.withLock { count in
            guard count < WebhookCourier.most else { return false }
            count += 1
            return true
        }
    }

    private func send(_ message: WebhookMessage, to address: String, at institution: InstitutionID) async {
        for attempt in 0...WebhookCourier.pauses.count {
            if attempt > 0 { await wait(seconds: WebhookCourier.pauses[attempt - 1]) }
            let interaction = TokenUUID.random(world.randomBytes)
            let status = await post(message, to: address, at: institution, interaction)
            logger.info(
                "webhook",
                metadata: [
                    "x-webhook-interaction-id": "\(interaction)", "attempt": .stringConvertible(attempt + 1),
                    "status": .stringConvertible(status ?? 0),
                ]
            )
            if status.map({ (200..<300).contains($0) }) ?? false { return }
        }
    }

    /// Waits by the clock of deadlines, which tests move.
    private func wait(seconds: Int) async {
        let due = world.deadlineNow().adding(seconds: seconds)
        while world.deadlineNow() < due, !Task.isCancelled { await world.sleep(200) }
    }

    /// The status of the answer; `nil` when there is none.
    private func post(
        _ message: WebhookMessage,
        to address: String,
        at institution: InstitutionID,
        _ interaction: String
    ) async -> Int? {
        guard let host = URL(string: address)?.host,
            let client = client(Destination(institution: institution, host: host))
        else { return nil }
        var request = HTTPClientRequest(url: "\(address)/open-banking/webhook/v1\(message.path)")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "x-webhook-interaction-id", value: interaction)
        if let server = message.authorizationServer {
            request.headers.add(name: "x-authorization-server-id", value: server)
        }
        request.body = .bytes(ByteBuffer(bytes: message.body))
        let response = try? await client.execute(request, timeout: .seconds(5))
        return response.map { Int($0.status.code) }
    }

    private func client(_ destination: Destination) -> HTTPClient? {
        guard let tls = tls[destination.institution] else { return nil }
        return clients.withLock { clients in
            if let known = clients[destination] { return known }
            guard clients.count < WebhookCourier.mostDestinations else { return nil }
            let client = HTTPClient(
                eventLoopGroupProvider: .singleton,
                configuration: .ofOpenFinance(tls: tls, hosts: [destination.host])
            )
            clients[destination] = client
            return client
        }
    }
}

/// What a client is told.
private struct WebhookMessage {
    let path: String
    let body: [UInt8]
    /// The authorization server of an enrollment; other objects go without.
    let authorizationServer: String?

    init(_ kind: InstitutionNotificationKind, _ id: String, _ institution: InstitutionID, at now: Timestamp) {
        var data = JSONObject()
        data["timestamp"] = .string(OFBDateTime.text(now))
        switch kind {
        case .enrollment:
            path = "/enrollments/v2/enrollments/\(id)"
            data["eventType"] = "STATE_CHANGED"
        case .consent: path = "/payments/v5/consents/\(id)"
        case .payment: path = "/payments/v5/pix/payments/\(id)"
        }
        authorizationServer = kind == .enrollment ? institution.text : nil
        let message: JSONValue = ["data": .object(data)]
        body = message.encoded()
    }
}
