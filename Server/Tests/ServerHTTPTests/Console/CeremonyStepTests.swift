import ChaveBase
import ChavePixModel
import ChaveWire
import Console
import Crypto
import Pages
import PaymentsCore
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// What the platform refuses a ceremony with is what the console shows, for each step, through the public API.
@Suite struct CeremonyStepTests {
    private static let id = Array(UInt8(100)..<132)

    @Test(.timeLimit(.minutes(15)))
    func eachStepThatRefusesARegistrationIsShown() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            for (index, fault) in CeremonyFault.registrations.enumerated() {
                let enrollment = try await Self.awaitingCredential(device)
                var forge = try #require(
                    CeremonyForge(
                        registering: try await Self.options(enrollment, device),
                        key: P256.Signing.PrivateKey(),
                        id: Self.id + [UInt8(index)]
                    )
                )
                try fault.make(&forge)
                try await Self.confirm(enrollment, forge, device)
                try await Self.expect(fault, .enrollment(try #require(EnrollmentID(enrollment))), server)
            }
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func eachStepThatRefusesAnAuthenticationIsShown() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let key = P256.Signing.PrivateKey()
            let enrollment = try await Self.enroll(key, device)
            for fault in CeremonyFault.authentications {
                let intent = try await device.createIntent(enrollment)
                var forge = try #require(try Self.forge(signing: intent, key))
                try fault.make(&forge)
                try await Self.authorize(intent, forge, device)
                try await Self.expect(fault, .payment(try #require(PaymentIntentID(intent.id))), server)
            }
        }
    }

    @Test(arguments: PageLanguage.allCases)
    func whatHoldsIsShownWithEveryCheck(_ language: PageLanguage) async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let key = P256.Signing.PrivateKey()
            let enrollment = try await Self.enroll(key, device)
            let registration = try await Self.page(
                .enrollment(try #require(EnrollmentID(enrollment))),
                server,
                language
            )
            Self.expectHeld(registration, "registration", CeremonyFault.registrations)
            for part in ["UP", "UV", "BE", "aaguid", "credentialId", "alg", "fmt", "rpIdHash", "origin"] {
                #expect(registration.contains("data-part=\"\(part)\""), "\(part)")
            }
            #expect(
                registration.contains("<code><bdi>-7 (ES256)</bdi></code>")
                    && registration.contains("<code><bdi>P-256</bdi></code>")
            )

            let intent = try await device.createIntent(enrollment)
            let forge = try #require(try Self.forge(signing: intent, key))
            try await Self.authorize(intent, forge, device)
            let payment = try await Self.page(.payment(try #require(PaymentIntentID(intent.id))), server, language)
            Self.expectHeld(payment, "authentication", CeremonyFault.authentications)
            // The counter as it was stored then, not as it is now.
            #expect(payment.contains(language("guardado antes: 5.", "stored before: 5.")))
            #expect(payment.contains("<code><bdi>9</bdi></code>"))
        }
    }

    /// What the server kept can be pasted into `chave webauthn verify`; the page shows that very text.
    @Test func theRequestOnThePageIsOneThatTheDebuggerReads() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let id = try #require(EnrollmentID(try await device.enroll()))
            let ceremony = try #require(await server.ceremonies.ceremonies(of: .enrollment(id)).first)
            #expect(ceremony.request["ceremony"] == "registration")
            #expect(ceremony.request["credential"]?["response"]?["attestationObject"] != nil)
            let page = try await Self.page(.enrollment(id), server, .english)
            let pre = try #require(page.components(between: "<pre ", and: "</pre>").first)
            let json = pre.drop { $0 != ">" }.dropFirst().replacing("&quot;", with: "\"")
            #expect(try JSONValue(parsing: String(json)) == ceremony.request)
        }
    }

    /// Whoever is erased leaves nothing behind here either.
    @Test func anErasedPersonsCeremoniesAreForgotten() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let payment = try await device.pay(enrollment)
            let objects: [ConsoleObject] = [
                .enrollment(try #require(EnrollmentID(enrollment))),
                .payment(try #require(PaymentIntentID(payment.id))),
            ]
            for object in objects { #expect(await server.ceremonies.ceremonies(of: object).count == 1) }
            _ = try await device.done(.post("/payments/br/enrollments/\(enrollment)/cancel/"))
            try await server.settle()
            let customer = try #require(try await device.customer(of: enrollment).string)
            _ = try await server.done(.post("/payments/br/customers/\(customer)/anonymize/"), as: server.shop.basic)
            try await server.settle()
            for object in objects { #expect(await server.ceremonies.ceremonies(of: object).isEmpty) }
        }
    }

    // MARK: Looking

    private static func page(_ object: ConsoleObject, _ server: TestServer, _ language: PageLanguage) async throws
        -> String
    {
        let ceremonies = await server.ceremonies.ceremonies(of: object)
        #expect(ceremonies.count == 1)
        return await CeremonySection(ceremonies, language: language).html().source
    }

    /// The platform's own word, the debugger's and the page's are one.
    private static func expect(_ fault: CeremonyFault, _ object: ConsoleObject, _ server: TestServer) async throws {
        #expect(await server.ceremonies.ceremonies(of: object).map(\.refusal) == [fault.refusal])
        let page = try await page(object, server, .english)
        #expect(page.contains("data-verdict=\"refused\" data-step=\"\(fault.refusal)\""), "\(page)")
        #expect(page.contains("data-explanation"), "\(fault.refusal)")
        #expect(!page.contains("data-other-verdict"), "\(fault.refusal)")
        #expect(page.contains("WebAuthn Level 3, "))
        let refused = page.components(between: "<li data-check=\"", and: "</li>").filter {
            $0.contains("data-outcome=\"refused\"")
        }
        #expect(refused.count == 1, "\(fault.refusal)")
    }

    /// No check but those that a test breaks one by one, and those that cannot fail here.
    private static func expectHeld(_ page: String, _ kind: String, _ faults: [CeremonyFault]) {
        #expect(page.contains("data-ceremony=\"\(kind)\" data-verdict=\"held\""))
        #expect(!page.contains("data-step") && !page.contains("data-other-verdict"))
        let rows = page.components(between: "<tr ", and: "</tr>").filter { $0.contains("state bad") }
        #expect(rows.isEmpty)
        let checks = page.components(between: "<li data-check=\"", and: "\"")
        let outcomes = page.components(between: "data-outcome=\"", and: "\"")
        #expect(Set(outcomes) == ["held"] && outcomes.count == checks.count)
        let broken = Set(faults.map(\.refusal)).union(CeremonyFault.cannotCome)
        #expect(Set(checks).subtracting(broken) == (kind == "registration" ? ["attestation_not_accepted"] : []))
    }

    // MARK: Steps

    private static func awaitingCredential(_ device: TestDevice) async throws -> String {
        let created = try await device.create(for: Bodies.person(Bodies.alice))
        let callback = try await HolderAtBank(server: device.server, holder: Bodies.alice).approve(created)
        _ = try await device.done(.post("/payments/br/enrollments/complete-redirection/", callback))
        try await device.server.settle()
        return created.id
    }

    private static func options(_ enrollment: String, _ device: TestDevice) async throws -> JSONValue {
        try await device.done(.get("/payments/br/enrollments/\(enrollment)/fido-registration-options/")).json
    }

    private static func confirm(_ enrollment: String, _ forge: CeremonyForge, _ device: TestDevice) async throws {
        _ = try await device.done(
            .post(
                "/payments/br/enrollments/\(enrollment)/confirm/",
                ["confirmation_data": try forge.registration()]
            )
        )
        try await device.server.settle()
    }

    private static func enroll(_ key: P256.Signing.PrivateKey, _ device: TestDevice) async throws -> String {
        let enrollment = try await awaitingCredential(device)
        let options = try await options(enrollment, device)
        try await confirm(enrollment, try #require(CeremonyForge(registering: options, key: key, id: id)), device)
        let now = try await device.done(.get("/payments/br/enrollments/\(enrollment)/"))
        #expect(now["status"] == "SUCCEEDED", "\(now.text)")
        return enrollment
    }

    private static func forge(signing intent: Reply, _ key: P256.Signing.PrivateKey) throws -> CeremonyForge? {
        let method = intent.json.at("payment_method_information", "open_finance_biometric_pix")
        return CeremonyForge(signing: method?["fido_options"] ?? .null, key: key, id: id, signCount: 9)
    }

    private static func authorize(_ intent: Reply, _ forge: CeremonyForge, _ device: TestDevice) async throws {
        _ = try await device.done(
            .post(
                "/payments/br/payment-intents/\(intent.id)/authorize/",
                [
                    "platform": "IOS", "risk_signals": Bodies.signals(deviceID: device.deviceID),
                    "assertion": try forge.assertion(),
                ]
            )
        )
        try await device.server.settle()
    }
}

extension String {
    /// What stands between each `start` and the `end` after it.
    fileprivate func components(between start: String, and end: String) -> [String] {
        var found: [String] = []
        var rest = self[...]
        while let open = rest.firstRange(of: start) {
            rest = rest[open.upperBound...]
            guard let close = rest.firstRange(of: end) else { return found }
            found.append(String(rest[..<close.lowerBound]))
            rest = rest[close.upperBound...]
        }
        return found
    }
}
