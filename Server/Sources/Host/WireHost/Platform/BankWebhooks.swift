import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import InstitutionPort
import OpenFinanceCertificates
import OpenFinanceClient
import OpenFinanceWire
import Synchronization

/// Hears the webhooks of banks (webhook 1.3.0 of Open Finance Brasil): an object changed, and never how.
///
/// The sender is the organisation of its transport certificate, and speaks of its own authorization servers alone. The
/// answer is 202 at once; the platform then reads the object at the bank, so a webhook that lies changes nothing.
struct BankWebhooks: Sendable {
    let table: RouteTable<BankWebhooks>
    private let connector: OpenFinanceConnector
    private let notifications: any InstitutionNotifications
    private let rates = SenderRates()

    private static let largestBody = 4 * 1_024

    init(connector: OpenFinanceConnector, notifications: any InstitutionNotifications) {
        self.connector = connector
        self.notifications = notifications
        table = RouteTable(BankWebhooks.rows, .asWritten) { row in [(label: row.template, path: row.template)] }
    }

    static let rows: [Route<BankWebhooks>] = [
        row("/payments/{version}/consents/{id}", "consentChanged", "A payment consent changed", .consent),
        row("/payments/{version}/pix/payments/{id}", "paymentChanged", "A payment changed", .payment),
        row("/enrollments/{version}/enrollments/{id}", "enrollmentChanged", "An enrollment changed", .enrollment),
    ]

    private static func row(
        _ path: String,
        _ name: String,
        _ summary: String,
        _ kind: InstitutionNotificationKind
    ) -> Route<BankWebhooks> {
        Route(
            "POST",
            "/open-banking/webhook/v1\(path)",
            for: (),
            RouteText(name, summary),
            answers: RouteAnswer(status: 202, .none),
            terms: kind,
            .atOnce { try await $0.webhooks.hear($0) }
        )
    }

    // MARK: One webhook

    fileprivate func hear(_ context: BankWebhookContext) async throws -> ServerAnswer {
        guard case .bytes(let body) = context.call.request.body, body.count <= BankWebhooks.largestBody,
            let json = try? JSONValue(parsing: body), json["data"]?["timestamp"]?.string != nil
        else { throw OAuthRefusal.invalidRequest("Send JSON with data.timestamp, of 4 KiB at most.") }
        let interaction = context.call.request.header("x-webhook-interaction-id") ?? ""
        guard TokenUUID.isUUID(interaction) else {
            throw OAuthRefusal.invalidRequest("Send a UUID as x-webhook-interaction-id.")
        }
        let id = context.call.parameters["id"] ?? ""
        for institution in try await institutions(context) {
            // Apart from the sender, who has its answer at once.
            Task { [notifications, kind = context.call.row.terms] in
                await notifications.notified(institution, kind, id: id)
            }
        }
        return ServerAnswer(status: 202, headers: [("x-webhook-interaction-id", interaction)])
    }

    /// The servers of the sender's organisation; of an enrollment, the one that the header names.
    private func institutions(_ context: BankWebhookContext) async throws -> [InstitutionID] {
        let own = await connector.institutions(of: context.organisation)
        guard !own.isEmpty else { throw OAuthRefusal.invalidClient("The directory has no bank of this certificate.") }
        guard context.call.row.terms == .enrollment else { return own }
        guard let named = context.call.request.header("x-authorization-server-id").flatMap(InstitutionID.init),
            own.contains(named)
        else { throw OAuthRefusal.invalidRequest("Send an id of your own server as x-authorization-server-id.") }
        return [named]
    }
}

/// How many webhooks each organisation may still send.
private final class SenderRates: Sendable {
    private struct Allowance {
        var left: Int64
        var at: Timestamp
    }

    /// Webhooks of one organisation in a second, and at once.
    private static let perSecond: Int64 = 50
    private static let burst: Int64 = 500

    private let allowances = Mutex<[String: Allowance]>([:])

    /// Takes one of the organisation's webhooks; `false` when it has none left.
    func take(_ organisation: String, at now: Timestamp) -> Bool {
        allowances.withLock { allowances in
            var allowance = allowances[organisation] ?? Allowance(left: SenderRates.burst, at: now)
            let seconds = max(0, now.microseconds(since: allowance.at) / 1_000_000)
            if seconds > 0 {
                let gained = min(seconds, SenderRates.burst) * SenderRates.perSecond
                allowance = Allowance(left: min(SenderRates.burst, allowance.left + gained), at: now)
            }
            let mayPass = allowance.left > 0
            if mayPass { allowance.left -= 1 }
            allowances[organisation] = allowance
            return mayPass
        }
    }
}

/// A webhook on its way to its row.
struct BankWebhookContext: Sendable {
    let webhooks: BankWebhooks
    let call: RouteCall<BankWebhooks>
    /// The sender's id in the directory.
    let organisation: String
}

extension BankWebhooks: RoutedInterface {
    typealias Access = Void
    typealias Terms = InstitutionNotificationKind
    typealias Refusal = String
    typealias Proven = String
    typealias Context = BankWebhookContext

    func ownPlace(of request: ServerRequest) -> String? { "webhooks of banks" }

    func admissionClass(of call: RouteCall<BankWebhooks>) -> Admission.Class { .write }

    func caller(of call: RouteCall<BankWebhooks>, in place: inout Places.Place) async throws -> String {
        guard let der = call.request.clientCertificate else {
            throw OAuthRefusal.invalidClient("Connect with a transport certificate (BRCAC).")
        }
        let organisation: String
        do throws(CertificateRefusal) {
            organisation = try TransportCertificate(der: der).organisation
        } catch {
            throw OAuthRefusal.invalidClient(error.sentence)
        }
        guard rates.take(organisation, at: call.asked.world.now()) else {
            throw OAuthRefusal("temporarily_unavailable", "Send fewer webhooks.", status: 429)
        }
        return organisation
    }

    func context(of call: RouteCall<BankWebhooks>, by caller: String) throws -> BankWebhookContext {
        BankWebhookContext(webhooks: self, call: call, organisation: caller)
    }

    func refusal(_ error: any Error, to asked: Asked, on call: RouteCall<BankWebhooks>?) -> Settled {
        let refusal: OAuthRefusal
        switch error {
        case let error as OAuthRefusal: refusal = error
        case let error as APIFailure:
            refusal = OAuthRefusal("invalid_request", error.items.first?.message ?? "", status: error.status)
        default: refusal = OAuthRefusal("server_error", "Something failed on the platform's side.", status: 500)
        }
        let answer = ServerAnswer(
            status: refusal.status,
            headers: [("Content-Type", "application/json")],
            body: refusal.body.encoded()
        )
        return Settled(answer, errorCode: refusal.error)
    }
}
