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
import OpenFinanceClient
import OpenFinanceWire
import SandboxBank
import Synchronization

/// Tells registered clients that an object of theirs changed (webhook 1.3.0 of Open Finance Brasil).
///
/// Three attempts: at once, ten seconds after the first failed, and a minute after the second. All three live in the memory
/// of the process. A message has no state of the object: its receiver reads it.
final class WebhookCourier: ClientNotifications {
    private struct Destination: Hashable {
        let institution: InstitutionID
        let host: String
    }

    /// The connections to a destination, and how many messages use them.
    private struct Connections {
        let client: HTTPClient
        var users = 1
    }

    private let tls: [InstitutionID: TLSConfiguration]
    private let bank: SandboxBank
    private let world: World
    private let logger: Logger
    /// `nil` after the end.
    private let open = Mutex<[Destination: Connections]?>([:])
    /// The messages under way, by client.
    private let underWay = Mutex<[String: Int]>([:])

    /// Between the attempts, in seconds of the deadlines' clock.
    private static let pauses = [10, 60]
    /// Messages under way at a time to one client; one more is not sent, and its receiver reads the object by itself.
    private static let mostOfClient = 100
    /// The same to all clients together.
    private static let most = 2_000
    private static let mostDestinations = 256

    /// `tls` is by which each institution calls.
    init(_ tls: [InstitutionID: TLSConfiguration], bank: SandboxBank, world: World, logger: Logger) {
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
            guard take(client) else {
                logger.warning("webhook not sent: too many are under way")
                continue
            }
            // Apart from the caller, who tells other clients.
            Task {
                await send(message, to: address, at: institution)
                giveBack(client)
            }
        }
    }

    func close() async {
        let all = open.withLock { open in
            defer { open = nil }
            return open ?? [:]
        }
        for connections in all.values { try? await connections.client.shutdown() }
    }

    /// Takes a place of a client, unless it or all clients have too many.
    private func take(_ client: String) -> Bool {
        underWay.withLock { underWay in
            let own = underWay[client] ?? 0
            guard own < WebhookCourier.mostOfClient, underWay.values.reduce(0, +) < WebhookCourier.most else {
                return false
            }
            underWay[client] = own + 1
            return true
        }
    }

    private func giveBack(_ client: String) {
        underWay.withLock { underWay in
            let rest = (underWay[client] ?? 1) - 1
            underWay[client] = rest == 0 ? nil : rest
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
        guard WebhookAddress.isValid(address), let host = URL(string: address)?.host else { return nil }
        let destination = Destination(institution: institution, host: host)
        guard let client = await connect(destination) else { return nil }
        defer { leave(destination) }
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

    /// The connections to a destination; `nil` when too many others are in use, or after the end.
    private func connect(_ destination: Destination) async -> HTTPClient? {
        guard let tls = tls[destination.institution] else { return nil }
        let (client, idle) = open.withLock { open -> (HTTPClient?, HTTPClient?) in
            guard var all = open else { return (nil, nil) }
            defer { open = all }
            if let known = all[destination] {
                all[destination]?.users += 1
                return (known.client, nil)
            }
            var idle: HTTPClient?
            if all.count >= WebhookCourier.mostDestinations {
                guard let unused = all.first(where: { $0.value.users == 0 })?.key else { return (nil, nil) }
                idle = all.removeValue(forKey: unused)?.client
            }
            let client = HTTPClient(
                eventLoopGroupProvider: .singleton,
                configuration: .ofOpenFinance(tls: tls, hosts: [destination.host])
            )
            all[destination] = Connections(client: client)
            return (client, idle)
        }
        try? await idle?.shutdown()
        return client
    }

    private func leave(_ destination: Destination) { open.withLock { $0?[destination]?.users -= 1 } }
}

/// The message about one change, in the form of webhook 1.3.0.
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
