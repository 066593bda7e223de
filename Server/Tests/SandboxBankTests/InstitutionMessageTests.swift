import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import Testing

/// Every message of the port: both directions, and each member that it cannot do without.
@Suite struct InstitutionMessageTests {
    private static let time = Timestamp(rfc3339: "2026-07-14T12:00:00Z") ?? Timestamp(microseconds: 0)
    private static let account = OFBAccount(ispb: "99000001", issuer: "0001", number: "10117", accountType: "CACC")
    private static let terms = OFBPaymentTerms(
        amount: Money(centavos: 12_34) ?? .zero,
        creditorName: "Loja",
        creditorTaxID: "11222333000181",
        creditorPersonType: "PESSOA_JURIDICA",
        creditorAccount: account,
        proxy: "loja@example.com",
        localInstrument: "DICT"
    )

    @Test func everyMessageSurvivesTheWire() throws {
        try roundTrip(Self.account)
        try roundTrip(
            OFBEnrollmentCreation(
                cpf: "76109277673",
                businessCNPJ: "11222333000181",
                name: "Zé",
                permissions: ["A", "B"]
            )
        )
        try roundTrip(Self.enrollment(.rejection(.fidoFailure)))
        try roundTrip(OFBEnrollmentEnd(reason: .revocation(.other), cpf: "76109277673", additionalInformation: "x"))
        try roundTrip(OFBRiskSignals(signals: Initiator.signals()))
        try roundTrip(Self.pushed)
        try roundTrip(PushedAuthorizationAnswer(redirectURL: "https://b.example/a?request=1", expiresInSeconds: 900))
        try roundTrip(CodeExchange(code: "c", redirectURI: "https://a.example", codeVerifier: "v", clientID: "i"))
        try roundTrip(TokenRefresh(refreshToken: "r", clientID: "i"))
        try roundTrip(TokenAnswer(accessToken: "a", refreshToken: "r", expiresInSeconds: 900))
        try roundTrip(OFBFidoOptionsRequest(rp: "localhost", platform: .browser, consentID: nil))
        try roundTrip(OFBFidoOptionsRequest(rp: "localhost", platform: .ios, consentID: "urn:c:1"))
        try roundTrip(Self.registrationOptions)
        try roundTrip(
            OFBFidoRegistration(
                id: [1],
                clientDataJSON: [2],
                attestationObject: [3],
                authenticatorAttachment: "platform"
            )
        )
        try roundTrip(Self.signOptions)
        try roundTrip(Self.terms)
        try roundTrip(
            OFBConsentCreation(cpf: "76109277673", terms: Self.terms, debtorAccount: Self.account, date: "2026-07-14")
        )
        try roundTrip(Self.consent)
        try roundTrip(Self.authorisation)
        try roundTrip(
            OFBPaymentCreation(
                endToEndID: "E9900000120260714120000000000001",
                consentID: "c",
                order: OFBPaymentOrder(Self.terms, remittanceInformation: "Pedido 7"),
                authorisationFlow: "FIDO_FLOW",
                cnpjInitiator: "11222333000181"
            )
        )
        try roundTrip(Self.payment)
        try roundTrip(OFBPaymentCancellation(cpf: "76109277673"))
        try roundTrip(OFBErrors(errors: [OFBError(code: "RISCO", title: "RISCO", detail: "Por quê")]))
    }

    @Test(arguments: OFBRejectionReason.allCases) func everyRejectionReasonSurvives(_ reason: OFBRejectionReason) throws
    {
        try roundTrip(Self.enrollment(.rejection(reason)))
        #expect(OFBCancellationReason(code: reason.rawValue) == .rejection(reason))
    }

    @Test(arguments: OFBRevocationReason.allCases)
    func everyRevocationReasonSurvives(_ reason: OFBRevocationReason) throws {
        try roundTrip(Self.enrollment(.revocation(reason)))
        #expect(OFBCancellationReason(code: reason.rawValue) == .revocation(reason))
    }

    @Test func absentOptionalMembersStayAbsent() throws {
        try roundTrip(OFBAccount(ispb: "99000001", issuer: nil, number: "1", accountType: "TRAN"))
        try roundTrip(
            OFBEnrollmentCreation(cpf: "76109277673", businessCNPJ: nil, name: nil, permissions: ["PAYMENTS_INITIATE"])
        )
        try roundTrip(OFBEnrollmentEnd(reason: .rejection(.manually), cpf: nil, additionalInformation: nil))
        var terms = Self.terms
        terms.creditorAccount = nil
        try roundTrip(terms)
        terms.creditorAccount = Self.account
        terms.proxy = nil
        try roundTrip(terms)
    }

    @Test func timesHaveNoFractionOnThisWire() {
        #expect(Self.consent.json["data"]?["creationDateTime"] == "2026-07-14T12:00:00Z")
    }

    @Test func anEmptyUserHandleIsAnEmptyText() throws {
        let handle = Self.authorisation.json["data"]?["fidoAssertion"]?["response"]?["userHandle"]
        #expect(handle == "")
    }

    @Test func eachMissingMemberIsNamed() throws {
        let optional = Set(["links", "meta", "data.links"])
        let samples: [(any InstitutionMessage, Set<String>)] = [
            (OFBEnrollmentCreation(cpf: "76109277673", businessCNPJ: nil, name: nil, permissions: ["A"]), []),
            (Self.pushed, ["state", "client_id"]), (Self.consent, []), (Self.payment, Self.optionalInPayment),
            (OFBFidoOptionsRequest(rp: "r", platform: .ios, consentID: nil), []),
            (Self.signOptions, ["data.timeout", "data.rpId", "data.allowCredentials", "data.userVerification"]),
            (OFBPaymentCancellation(cpf: "76109277673"), []),
        ]
        for (sample, extra) in samples { try eachMissingMemberIsNamed(of: sample, except: optional.union(extra)) }
    }

    /// An OAuth endpoint has one error, in words of its own (RFC 6749, section 5.2).
    @Test func theErrorOfAnOAuthEndpointIsRead() throws {
        let json = Array(#"{"error": "invalid_grant", "error_description": "Gone."}"#.utf8)
        #expect(
            try OFBErrors(bytes: json).errors
                == [OFBError(code: "invalid_grant", title: "invalid_grant", detail: "Gone.")]
        )
        #expect(try OFBErrors(bytes: Array(#"{"error": "invalid_client"}"#.utf8)).firstCode == "invalid_client")
        #expect(throws: InstitutionMessageError.self) { try OFBErrors(bytes: Array(#"{"error": ""}"#.utf8)) }
    }

    @Test func membersOfAnotherKindAreNamed() throws {
        var data = try #require(Self.consent.json["data"]?.object)
        data["status"] = "GONE"
        var envelope = JSONObject()
        envelope["data"] = .object(data)
        #expect(throws: InstitutionMessageError(field: "data.status", problem: .invalid)) {
            try OFBConsent(json: .object(envelope))
        }
        #expect(throws: InstitutionMessageError(field: "", problem: .invalid)) { try OFBConsent(bytes: [0x7B]) }
        #expect(throws: InstitutionMessageError(field: "", problem: .invalid)) { try OFBConsent(bytes: []) }
    }

    /// No database that keeps texts keeps a NUL: an answer with one is none that can be read, and is not stored.
    @Test func aTextWithANULIsNamed() throws {
        for name in ["consentId", "status"] {
            var data = try #require(Self.consent.json["data"]?.object)
            data[name] = .string("urn:c:1\0")
            var envelope = JSONObject()
            envelope["data"] = .object(data)
            #expect(throws: InstitutionMessageError(field: "data.\(name)", problem: .invalid)) {
                try OFBConsent(bytes: JSONValue.object(envelope).encoded())
            }
        }
        let creation = OFBEnrollmentCreation(cpf: "76109277673", businessCNPJ: nil, name: nil, permissions: ["A\0"])
        let error = #expect(throws: InstitutionMessageError.self) { try OFBEnrollmentCreation(bytes: creation.bytes) }
        #expect(error?.problem == .invalid)
    }

    @Test(arguments: ["12.3", "12", ".50", "1e2", "-1.00", "12.345", "0.0000", ""])
    func amountsHaveExactlyTwoDecimals(_ text: String) throws {
        var json = Self.terms.json.object ?? JSONObject()
        var payment = json["payment"]?.object ?? JSONObject()
        payment["amount"] = .string(text)
        json["payment"] = .object(payment)
        #expect(throws: InstitutionMessageError.self) { try OFBPaymentTerms(json: .object(json)) }
    }

    @Test func differentIdAndRawIdAreRefused() throws {
        let sample = OFBFidoRegistration(
            id: [1],
            clientDataJSON: [2],
            attestationObject: [3],
            authenticatorAttachment: nil
        )
        var data = try #require(sample.json["data"]?.object)
        data["rawId"] = "Ag"
        var envelope = JSONObject()
        envelope["data"] = .object(data)
        #expect(throws: InstitutionMessageError(field: "data.rawId", problem: .invalid)) {
            try OFBFidoRegistration(json: .object(envelope))
        }
    }

    private static let optionalInPayment: Set<String> = [
        "data.consentId", "data.debtorAccount", "data.proxy", "data.creditorAccount", "data.remittanceInformation",
    ]

    private func roundTrip<Message: InstitutionMessage>(_ message: Message, _ at: SourceLocation = #_sourceLocation)
        throws
    {
        #expect(try Message(bytes: message.bytes) == message, sourceLocation: at)
    }

    /// Takes each member of the message and of its `data` away in turn.
    private func eachMissingMemberIsNamed<Message: InstitutionMessage>(of message: Message, except: Set<String>) throws
    {
        let whole = try #require(message.json.object)
        let parents: [(path: String, object: JSONObject)] =
            whole["data"]?.object.map { [("data.", $0)] } ?? [("", whole)]
        for (path, object) in parents {
            for name in object.names where !except.contains("\(path)\(name)") {
                var cut = object
                cut[name] = nil
                var envelope = whole
                if path.isEmpty { envelope = cut } else { envelope["data"] = .object(cut) }
                let error = #expect(throws: InstitutionMessageError.self, "\(Message.self) \(name)") {
                    try Message(json: .object(envelope))
                }
                #expect(error?.problem == .missing)
                #expect(error?.field.hasPrefix("\(path)\(name)") ?? false, "\(Message.self) \(error?.field ?? "")")
            }
        }
    }

    private static func enrollment(_ reason: OFBCancellationReason) -> OFBEnrollment {
        OFBEnrollment(
            enrollmentID: "urn:sandboxbank:enrollment:1",
            creation: time,
            status: .rejected,
            statusUpdate: time.adding(seconds: 1),
            expiration: time.adding(seconds: 2),
            cpf: "76109277673",
            debtorAccount: account,
            name: "Zé \"<&>\"",
            cancellation: OFBCancellation(
                reason: reason,
                additionalInformation: "x",
                cancelledFrom: .holder,
                cpf: "76109277673"
            ),
            transactionLimit: Money(centavos: 1_00),
            dailyLimit: Money(centavos: 2_00)
        )
    }

    private static let pushed = PushedAuthorization(
        enrollmentID: "urn:e:1",
        redirectURI: "https://a.example/c",
        state: "s",
        nonce: "n",
        codeChallenge: "c",
        clientID: "i"
    )

    private static let registrationOptions: OFBRegistrationOptions = {
        let options: JSONValue = [
            "rp": ["id": "localhost", "name": "Chave"], "user": ["id": "AQ", "name": "n", "displayName": "d"],
            "challenge": "AAAA", "pubKeyCredParams": [["alg": -7, "type": "public-key"]], "timeout": 300_000,
        ]
        return OFBRegistrationOptions(options: options.object ?? JSONObject(), enrollmentID: "urn:e:1")
    }()

    private static let signOptions = OFBSignOptions(
        challenge: [1, 2, 3],
        timeoutMilliseconds: 300_000,
        rpID: "localhost",
        allowCredentials: [[1], [2, 3]],
        userVerification: "required"
    )

    private static let consent = OFBConsent(
        consentID: "urn:c:1",
        creation: time,
        expiration: time.adding(seconds: 300),
        statusUpdate: time,
        status: .awaitingAuthorisation,
        cpf: "76109277673",
        terms: terms,
        debtorAccount: nil,
        date: "2026-07-14",
        rejectionReason: nil
    )

    private static let authorisation = OFBConsentAuthorisation(
        enrollmentID: "urn:e:1",
        signals: Initiator.signals(),
        assertion: OFBFidoAssertion(
            id: [1],
            clientDataJSON: [2],
            authenticatorData: [3],
            signature: [4],
            userHandle: []
        )
    )

    private static let payment = OFBPayment(
        paymentID: "p",
        endToEndID: "E9900000120260714120000000000001",
        consentID: "c",
        creation: time,
        statusUpdate: time,
        status: .acsc,
        rejectionCode: nil,
        debtorAccount: account,
        order: OFBPaymentOrder(terms, remittanceInformation: "Pedido 7")
    )
}
