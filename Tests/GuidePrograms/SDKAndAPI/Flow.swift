import BiometricPixSDK
import Foundation
import GuideSupport

/// What the merchant's app and server do between the SDK's calls.
final class Flow {
    private let registering: FidoRegistrationViewModel
    private let authenticating: FidoAuthenticationViewModel
    private var enrollment = ""

    init(registering: FidoRegistrationViewModel, authenticating: FidoAuthenticationViewModel) {
        self.registering = registering
        self.authenticating = authenticating
        registering.onRegistered = { [unowned self] confirmation in attempt { try confirm(confirmation) } }
        authenticating.onSigned = { [unowned self] assertion, signals in attempt { try authorize(assertion, signals) } }
        authenticating.accountTenure = Settings.accountTenure
    }

    func begin(with signals: RiskSignals) { attempt { try enroll(signals) } }

    /// The bank's redirect brought these.
    func completed(_ callback: URL) { attempt { try complete(callback) } }

    private func enroll(_ signals: RiskSignals) throws {
        let list = try MerchantServer.call("GET", "/institutions/")?["results"] as? [[String: Any]] ?? []
        let chosen = list.first { $0["display_name"] as? String == Settings.institution } ?? list.first
        guard let institution = chosen?["id"] as? String else { throw MerchantServer.Failure(description: "no bank") }
        say("0 institution")
        let enrollment = try MerchantServer.call(
            "POST",
            "/enrollments/",
            [
                "type": "open_finance_biometric_pix",
                "details": [
                    "customer": ["identifier": Settings.cpf],
                    "institution": institution,
                    "name": "A guide's program",
                    "platform": "BROWSER",
                    "callback_url": Settings.callbackURL,
                    "risk_signals": try json(signals),
                ] as [String: Any],
            ]
        )
        guard let id = enrollment?["id"] as? String, let details = enrollment?["details"] as? [String: Any],
            let redirect = (details["redirect_url"] as? String).flatMap(URL.init(string:))
        else { throw MerchantServer.Failure(description: "no redirect URL") }
        self.enrollment = id
        say("1, 2 enrollment created")
        BankVisit.approve(redirect) { callback in
            DispatchQueue.main.async {
                guard let callback else { finish("the bank's page never came back", succeeded: false) }
                self.completed(callback)
            }
        }
    }

    private func complete(_ callback: URL) throws {
        var parameters: [String: Any] = [:]
        for item in URLComponents(url: callback, resolvingAgainstBaseURL: false)?.queryItems ?? [] {
            parameters[item.name] = item.value
        }
        let answer = try MerchantServer.call("POST", "/enrollments/complete-redirection/", parameters)
        guard answer?["status"] as? String == "PENDING" else {
            throw MerchantServer.Failure(description: "the bank refused the enrollment")
        }
        say("3 back from the bank")
        let options = try MerchantServer.poll("/enrollments/\(enrollment)/fido-registration-options/") { _ in true }
        say("4 registration options")
        registering.startRegistration(fidoOptions: try text(options))
    }

    private func confirm(_ confirmation: [String: Any]) throws {
        say("5 credential made")
        _ = try MerchantServer.call(
            "POST",
            "/enrollments/\(enrollment)/confirm/",
            ["confirmation_data": confirmation]
        )
        let end = try MerchantServer.poll("/enrollments/\(enrollment)/") { $0["status"] as? String != "PENDING" }
        guard end["status"] as? String == "SUCCEEDED" else {
            throw MerchantServer.Failure(description: "the enrollment failed")
        }
        say("6 enrolled")
        try pay()
    }

    private var intent = ""

    private func pay() throws {
        let created = try MerchantServer.call(
            "POST",
            "/payment-intents/",
            [
                "amount": String(Settings.amount),
                "allowed_payment_method_types": ["open_finance_biometric_pix"],
                "customer": ["identifier": Settings.cpf],
                "description": "A guide's program",
                "statement_description": "Guide",
                "payment_method_details": [
                    "open_finance_biometric_pix": [
                        "beneficiary_bank_account": Settings.beneficiary, "enrollment": enrollment,
                    ]
                ],
                "confirm": true,
            ]
        )
        let information = created?["payment_method_information"] as? [String: Any]
        let pix = information?["open_finance_biometric_pix"] as? [String: Any]
        guard let id = created?["id"] as? String, let options = pix?["fido_options"] as? [String: Any] else {
            throw MerchantServer.Failure(description: "there is nothing to sign")
        }
        intent = id
        say("7 payment intent")
        authenticating.startSigning(fidoOptions: try text(options))
    }

    private func authorize(_ assertion: AssertionResponse, _ signals: RiskSignals) throws {
        say("8 signed")
        let body: [String: Any] = [
            "risk_signals": try json(signals),
            "assertion": [
                "authenticatorAttachment": "platform",
                "id": assertion.encodedId,
                "rawId": assertion.rawId,
                "type": "public-key",
                "response": [
                    "authenticatorData": assertion.encodedAuthenticatorData,
                    "clientDataJSON": assertion.encodedClientDataJSON,
                    "signature": assertion.encodedSignature,
                    "userHandle": assertion.userHandle,
                ],
            ] as [String: Any],
        ]
        _ = try MerchantServer.call("POST", "/payment-intents/\(intent)/authorize/", body)
        let end = try MerchantServer.poll("/payment-intents/\(intent)/") {
            !["PENDING", "PROCESSING"].contains($0["status"] as? String)
        }
        guard end["status"] as? String == "SUCCEEDED" else {
            throw MerchantServer.Failure(description: "the payment failed: \(end["failure_code"] ?? "")")
        }
        finish("enrolled and paid", succeeded: true)
    }

    private func attempt(_ step: () throws -> Void) {
        do {
            try step()
        } catch {
            finish("\(error)", succeeded: false)
        }
    }

    private func json(_ signals: RiskSignals) throws -> Any {
        try JSONSerialization.jsonObject(with: try JSONEncoder().encode(signals))
    }

    private func text(_ object: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }
}
