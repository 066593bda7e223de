import ChaveBase
import ChavePixModel
package import ChaveWire
package import InstitutionPort

extension InstitutionOperation {
    /// A message of this operation; empty for one that only reads.
    package var sampleBody: [UInt8] {
        switch self {
        case .createEnrollment: Sample.enrollmentCreation.bytes
        case .endEnrollment:
            OFBEnrollmentEnd(reason: .revocation(.other), cpf: Sample.cpf, additionalInformation: nil).bytes
        case .sendRiskSignals: OFBRiskSignals(signals: Sample.signals).bytes
        case .pushAuthorization: Sample.pushed.bytes
        case .exchangeCode:
            CodeExchange(code: "codigo", redirectURI: Sample.redirectURI, codeVerifier: "verificador").bytes
        case .refreshToken: TokenRefresh(refreshToken: "renova").bytes
        case .registrationOptions: OFBFidoOptionsRequest(rp: Sample.rp, platform: .ios, consentID: nil).bytes
        case .signOptions: OFBFidoOptionsRequest(rp: Sample.rp, platform: .ios, consentID: "urn:b:c1").bytes
        case .register: Sample.registration.bytes
        case .createConsent:
            OFBConsentCreation(cpf: Sample.cpf, terms: Sample.terms, debtorAccount: nil, date: "2027-01-15").bytes
        case .authoriseConsent: Sample.authorisation.bytes
        case .createPayment: Sample.paymentCreation.bytes
        case .cancelPayment, .cancelPayments: OFBPaymentCancellation(cpf: Sample.cpf).bytes
        case .readEnrollment, .readConsent, .readPayment, .listPayments: []
        }
    }

    /// A bank's answer to this operation, whose ids end with `number`; `nil` where it has none.
    package func sampleAnswer(_ number: Int) -> JSONValue? {
        switch self {
        case .createEnrollment, .readEnrollment: Sample.enrollment(number).json
        case .pushAuthorization:
            PushedAuthorizationAnswer(redirectURL: "https://banco.test/a?r=\(number)", expiresInSeconds: 60).json
        case .exchangeCode:
            TokenAnswer(accessToken: "a\(number)", refreshToken: "r", expiresInSeconds: 900, idToken: "a.b.c.d.e").json
        case .refreshToken: TokenAnswer(accessToken: "a\(number)", refreshToken: nil, expiresInSeconds: 900).json
        case .registrationOptions: Sample.registrationOptions(number).json
        case .createConsent, .readConsent: Sample.consent(number).json
        case .signOptions:
            OFBSignOptions(
                challenge: [1, UInt8(truncatingIfNeeded: number)],
                timeoutMilliseconds: 300_000,
                rpID: Sample.rp,
                allowCredentials: [[1]],
                userVerification: "required"
            ).json
        case .createPayment:
            OFBPayment.list([Sample.payment(number)], link: "/pix/payments", answeredAt: Sample.time)
        case .readPayment, .cancelPayment: Sample.payment(number).json
        case .listPayments: Sample.list(number).json
        case .endEnrollment, .sendRiskSignals, .register, .authoriseConsent, .cancelPayments: nil
        }
    }

    /// Whether the bytes are a message that answers this operation.
    func isAnswered(by body: [UInt8]) -> Bool {
        switch self {
        case .createEnrollment, .readEnrollment: (try? OFBEnrollment(bytes: body)) != nil
        case .pushAuthorization: (try? PushedAuthorizationAnswer(bytes: body)) != nil
        case .exchangeCode, .refreshToken: (try? TokenAnswer(bytes: body)) != nil
        case .registrationOptions: (try? OFBRegistrationOptions(bytes: body)) != nil
        case .createConsent, .readConsent: (try? OFBConsent(bytes: body)) != nil
        case .signOptions: (try? OFBSignOptions(bytes: body)) != nil
        case .createPayment, .readPayment, .cancelPayment: (try? OFBPayment(bytes: body)) != nil
        case .listPayments: (try? OFBPaymentList(bytes: body)) != nil
        case .endEnrollment, .sendRiskSignals, .register, .authoriseConsent: body.isEmpty
        // Version 5 answers with nothing, version 4 with a list.
        case .cancelPayments: body.isEmpty || (try? JSONValue(parsing: body))?["data"]?.array != nil
        }
    }
}

/// The parts of the sample messages.
private enum Sample {
    static let cpf = "76109277673"
    static let rp = "pagar.example"
    static let redirectURI = "https://loja.test/volta"
    static let time = Timestamp(seconds: 1_800_000_000)
    static let account = OFBAccount(ispb: "99000001", issuer: "0001", number: "10117", accountType: "CACC")

    static let terms = OFBPaymentTerms(
        amount: Money(centavos: 12_34) ?? .zero,
        creditorName: "Loja do Zé Ltda.",
        creditorTaxID: "11222333000181",
        creditorPersonType: "PESSOA_JURIDICA",
        creditorAccount: account,
        proxy: nil,
        localInstrument: "MANU",
        purpose: "IMMEDIATE"
    )

    static let enrollmentCreation = OFBEnrollmentCreation(
        cpf: cpf,
        businessCNPJ: nil,
        name: "Celular",
        permissions: ["PAYMENTS_INITIATE"]
    )

    static let pushed = PushedAuthorization(
        enrollmentID: "urn:b:e1",
        redirectURI: redirectURI,
        state: "estado",
        nonce: "nonce",
        codeChallenge: "desafio"
    )

    static let registration = OFBFidoRegistration(
        id: [1],
        clientDataJSON: [2],
        attestationObject: [3],
        authenticatorAttachment: "platform"
    )

    static let authorisation = OFBConsentAuthorisation(
        enrollmentID: "urn:b:e1",
        signals: signals,
        assertion: OFBFidoAssertion(
            id: [1],
            clientDataJSON: [2],
            authenticatorData: [3],
            signature: [4],
            userHandle: []
        )
    )

    static let paymentCreation = OFBPaymentCreation(
        endToEndID: endToEndID,
        consentID: "urn:b:c1",
        order: OFBPaymentOrder(terms, remittanceInformation: "Pedido 7"),
        authorisationFlow: "FIDO_FLOW",
        cnpjInitiator: "11222333000181"
    )

    static let endToEndID = "E9900000120270115120000000000001"

    static let signals = RiskSignals(
        deviceId: "aparelho-1",
        osVersion: "17.5",
        userTimeZoneOffset: "-03:00",
        language: "pt",
        screenDimensions: .init(height: 2_340, width: 1_080),
        accountTenure: CalendarDate(daysSince1970: 20_000)
    )

    static func enrollment(_ number: Int) -> OFBEnrollment {
        OFBEnrollment(
            enrollmentID: "urn:b:e\(number)",
            creation: time,
            status: .awaitingRiskSignals,
            statusUpdate: time,
            expiration: nil,
            cpf: cpf,
            debtorAccount: nil,
            name: "Celular",
            cancellation: nil,
            transactionLimit: nil,
            dailyLimit: nil
        )
    }

    static func registrationOptions(_ number: Int) -> OFBRegistrationOptions {
        let options: JSONValue = [
            "rp": ["id": .string(rp), "name": "Loja"], "user": ["id": "AQ", "name": "n", "displayName": "d"],
            "challenge": "AAAA", "pubKeyCredParams": [["alg": -7, "type": "public-key"]], "timeout": 300_000,
        ]
        return OFBRegistrationOptions(options: options.object ?? JSONObject(), enrollmentID: "urn:b:e\(number)")
    }

    static func consent(_ number: Int) -> OFBConsent {
        OFBConsent(
            consentID: "urn:b:c\(number)",
            creation: time,
            expiration: time.adding(seconds: 300),
            statusUpdate: time,
            status: .awaitingAuthorisation,
            cpf: cpf,
            terms: terms,
            debtorAccount: nil,
            date: "2027-01-15",
            rejectionReason: nil
        )
    }

    static func payment(_ number: Int) -> OFBPayment {
        OFBPayment(
            paymentID: "p\(number)",
            endToEndID: endToEndID,
            consentID: "urn:b:c1",
            creation: time,
            statusUpdate: time,
            status: .acsc,
            rejectionCode: nil,
            debtorAccount: account,
            order: OFBPaymentOrder(terms, remittanceInformation: "Pedido 7")
        )
    }

    static func list(_ number: Int) -> OFBPaymentList {
        OFBPaymentList(entries: [
            OFBPaymentList.Entry(
                paymentID: "p\(number)",
                endToEndID: endToEndID,
                statusUpdate: time,
                status: .acsc
            )
        ])
    }
}
