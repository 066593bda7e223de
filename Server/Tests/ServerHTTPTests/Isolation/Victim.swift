import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsCore
import PaymentsModel
import PaymentsStores
import SandboxBank
import Testing

/// A device whose things nobody else may touch, in each state in which somebody's next word, or the bank's, is awaited.
struct Victim: Sendable {
    enum EnrollmentStage: String, CaseIterable, Sendable {
        case awaitingHolder, awaitingOptions, awaitingCredential, awaitingVerdict, authorised, rejected, revoking,
            revoked
    }

    enum IntentStage: String, CaseIterable, Sendable {
        case pending, authorising, paying, settling, succeeded, failed, canceled
    }

    let device: TestDevice
    let enrollment: Reply
    /// What the bank sent back with the holder.
    let callback: JSONValue
    /// A confirm body that would be taken, where the stage has options.
    let confirmation: JSONValue

    static func reaching(_ stage: EnrollmentStage, _ device: TestDevice) async throws -> Victim {
        let server = device.server
        let enrollment = try await device.create()
        let browser = HolderAtBank(server: server, holder: Bodies.alice)
        let path = "/payments/br/enrollments/\(enrollment.id)"
        if stage == .rejected {
            let callback = try await browser.refuse(enrollment)
            _ = try await device.done(.post("/payments/br/enrollments/complete-redirection/", callback))
            try await server.settle()
            return Victim(device: device, enrollment: enrollment, callback: callback, confirmation: someConfirmation)
        }
        let callback = try await browser.approve(enrollment)
        var confirmation = someConfirmation
        if stage == .awaitingOptions { server.mask.lose(.registrationOptions) }
        if stage != .awaitingHolder {
            _ = try await device.done(.post("/payments/br/enrollments/complete-redirection/", callback))
            try await server.settle()
            if stage != .awaitingOptions { confirmation = try await device.confirmation(of: enrollment.id) }
        }
        if stage == .awaitingVerdict { server.mask.lose(.register) }
        if [.awaitingVerdict, .authorised, .revoking, .revoked].contains(stage) {
            _ = try await device.done(.post("\(path)/confirm/", confirmation))
            try await server.settle()
        }
        if stage == .revoking { server.mask.lose(.endEnrollment) }
        if [.revoking, .revoked].contains(stage) { _ = try await device.done(.post("\(path)/cancel/")) }
        try await server.settle()
        return Victim(device: device, enrollment: enrollment, callback: callback, confirmation: confirmation)
    }

    /// An intent of an authorised enrollment, and an authorize body that would be taken while it is pending.
    func intent(_ stage: IntentStage) async throws -> (id: String, authorisation: JSONValue) {
        let amount: JSONValue = stage == .failed ? "150.00" : "12.34"
        let intent = try await device.createIntent(enrollment.id, amount: amount)
        let authorisation = try await device.authorisation(of: intent)
        switch stage {
        case .pending: break
        case .canceled: _ = try await device.done(.post("/payments/br/payment-intents/\(intent.id)/cancel/"))
        case .authorising, .paying, .settling, .succeeded, .failed:
            switch stage {
            case .authorising: device.server.mask.lose(.authoriseConsent)
            case .paying: device.server.mask.lose(.createPayment)
            case .settling: device.server.mask.lose(.readPayment)
            case .pending, .succeeded, .failed, .canceled: break
            }
            _ = try await device.done(.post("/payments/br/payment-intents/\(intent.id)/authorize/", authorisation))
            try await device.server.settle()
        }
        return (intent.id, authorisation)
    }

    /// All but when the bank is asked again, which goes on whoever attacks.
    func storedEnrollment() async throws -> Enrollment {
        let id = try #require(EnrollmentID(enrollment.id))
        var stored = try #require(try await device.server.store.enrollment(id))
        stored.retry = .none
        return stored
    }

    func storedIntent(_ id: String) async throws -> PaymentIntent {
        let id = try #require(PaymentIntentID(id))
        var stored = try #require(try await device.server.store.paymentIntent(id))
        stored.retry = .none
        return stored
    }

    /// In the right shape, of no key.
    static let someConfirmation: JSONValue = [
        "confirmation_data": [
            "authenticatorAttachment": "platform", "id": "AAAA", "rawId": "AAAA", "type": "public-key",
            "response": ["attestationObject": "AAAA", "clientDataJSON": "AAAA"],
        ]
    ]
}

extension Victim.EnrollmentStage {
    func isReached(_ state: EnrollmentState) -> Bool {
        switch (self, state) {
        case (.awaitingHolder, .awaitingHolder), (.awaitingOptions, .holderChecked),
            (.awaitingCredential, .awaitingCredential), (.awaitingVerdict, .registering), (.authorised, .authorised),
            (.rejected, .ended(_, atBank: true)), (.revoking, .ended(_, atBank: false)),
            (.revoked, .ended(_, atBank: true)):
            true
        default: false
        }
    }
}

extension Victim.IntentStage {
    func isReached(_ state: PaymentIntentState) -> Bool {
        switch (self, state) {
        case (.pending, .awaitingApproval), (.authorising, .authorising), (.paying, .paying), (.settling, .settling),
            (.succeeded, .succeeded), (.failed, .ended), (.canceled, .ended):
            true
        default: false
        }
    }
}

/// Somebody who is not the victim's device, with everything but the right to be it.
struct Attacker: Sendable {
    let name: String
    let credentials: Credentials
    /// 401 for who proves nothing, 404 for who proves to be somebody else.
    let status: Int
    /// Whom they would pay as.
    var customer: JSONValue = Bodies.person(Bodies.alice)
    var isDevice = true

    /// Everybody but the victim; the token of `stale` is old enough to have expired.
    static func all(
        _ server: TestServer,
        knowing victim: TestDevice,
        stale: TestDevice
    ) async throws -> [Attacker] {
        let other = try await TestDevice(server, of: server.shop)
        let rival = try await TestDevice(server, of: server.rival)
        let bruno = try await server.done(
            .post("/payments/br/customers/", Bodies.customer(Bodies.bruno)),
            as: server.shop.basic
        )
        let bound = try await TestDevice(server, of: server.shop, boundTo: bruno.id)
        let dead = try await server.administration.createKey(for: server.shop.organisation, label: "dead")
        let deadShop = TestServer.Merchant(
            organisation: server.shop.organisation,
            keyID: dead.key.id,
            password: dead.password,
            beneficiary: server.shop.beneficiary
        )
        let orphan = try await TestDevice(server, of: deadShop)
        try await server.administration.revokeKey(dead.key.id)
        return [
            Attacker(name: "nobody", credentials: .none, status: 401),
            Attacker(name: "expired token", credentials: .bearer(stale.access, device: victim.secret), status: 401),
            Attacker(name: "refresh token", credentials: .bearer(other.refresh, device: victim.secret), status: 401),
            Attacker(
                name: "broken token",
                credentials: .bearer(other.access + "A", device: victim.secret),
                status: 401
            ),
            Attacker(name: "no Chave-Device", credentials: .bearer(other.access, device: nil), status: 401),
            Attacker(name: "short Chave-Device", credentials: .bearer(other.access, device: "AAAA"), status: 401),
            Attacker(name: "wrong keys", credentials: .basic(server.shop.keyID.text, "wrong"), status: 401),
            Attacker(name: "unknown keys", credentials: .basic("x", server.shop.password), status: 401),
            Attacker(
                name: "swapped keys",
                credentials: .basic(server.shop.keyID.text, server.rival.password),
                status: 401
            ),
            Attacker(name: "revoked keys", credentials: deadShop.basic, status: 401),
            Attacker(
                name: "token of revoked keys",
                credentials: .bearer(orphan.access, device: victim.secret),
                status: 401
            ),
            Attacker(name: "other organisation", credentials: server.rival.basic, status: 404, isDevice: false),
            Attacker(
                name: "other organisation's token with the device's secret",
                credentials: .bearer(rival.access, device: victim.secret),
                status: 404
            ),
            Attacker(name: "another device", credentials: other.credentials, status: 404),
            Attacker(
                name: "the device's token on another phone",
                credentials: .bearer(victim.access, device: other.secret),
                status: 404
            ),
            Attacker(
                name: "token of another customer with the device's secret",
                credentials: .bearer(bound.access, device: victim.secret),
                status: 404,
                customer: .string(bruno.id)
            ),
        ]
    }
}
