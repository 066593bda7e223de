import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

/// What the server answers: every member of the contract, always there, in the table's order.
struct AnswerTests {
    static let now = Timestamp(microseconds: 1_732_620_057_389_056)

    static func id<Kind>(_ byte: UInt8) -> ResourceID<Kind> {
        ResourceID.version7(at: now, random: [UInt8](repeating: byte, count: 8))
    }

    static let payer = PayerInformation(
        institutionID: id(1),
        agency: "1234",
        number: "00126789",
        accountType: .checkings
    )

    static let enrollment = EnrollmentResource(
        id: id(1),
        createdBy: "56689ef8-4c92-44ae-b2c1-60505da4a7e1",
        createdAt: now,
        updatedAt: now,
        status: .failed,
        statusReasonCode: .insufficientFunds,
        statusReasonMessage: "No funds",
        details: EnrollmentDetails(
            status: .rejected,
            customer: id(2),
            institution: id(3),
            platform: .ios,
            callbackURL: "https://shop.example/back",
            payerInformation: payer
        )
    )

    static let charge = ChargeResource(
        id: id(4),
        createdAt: now,
        updatedAt: now,
        paymentIntent: id(5),
        customer: id(2),
        amount: .largestWritable,
        description: "Two coffees",
        statementDescription: "CAFE",
        status: .pending,
        payerInformation: payer
    )

    static let intent = PaymentIntentResource(
        id: id(5),
        createdBy: nil,
        createdByType: .sdk,
        createdAt: now,
        updatedAt: now,
        amount: .largestWritable,
        customer: id(2),
        description: "Two coffees",
        statementDescription: "CAFE",
        status: .pending,
        paymentMethodDetails: PaymentMethodDetails(beneficiaryBankAccount: id(6), enrollment: id(1)),
        paymentMethodInformation: PaymentMethodInformation(
            consentID: "urn:bank:1",
            fidoOptions: SignOptions(
                relyingPartyID: "pay.example",
                challenge: [1, 2, 3],
                allowedCredentials: [[4, 5, 6]],
                userVerification: "required"
            ),
            endToEndID: EndToEndID("E432158152025061315009OzwiMmDSO7"),
            externalPaymentID: "p",
            providerRequestID: "r"
        ),
        charges: [charge]
    )

    static let institution = InstitutionResource(id: id(7), name: "bank", displayName: "Bank")

    static var customer: CustomerResource? {
        TaxIdentifier(Sample.cpf).map {
            CustomerResource(id: id(2), createdAt: now, createdBy: nil, identifier: $0, name: nil)
        }
    }

    static var account: BankAccountResource? {
        guard let request = try? CreateBankAccountRequest(json: Sample.individualAccount) else { return nil }
        return BankAccountResource(
            id: id(6),
            createdBy: nil,
            createdAt: now,
            updatedAt: now,
            institution: request.institution,
            holder: request.holder,
            details: request.details,
            active: true
        )
    }

    /// The guides' own options: 14 bytes, no timeout, RS256 first, an extension with a text.
    static let registrationOptions = Sample.json(
        """
        {"rp":{"id":"pay.example","name":"Bank"},"user":{"id":"a5bd0ef9-f8ab-41a2-b968-489761a91de6","name":"Ana",
         "displayName":"Ana S"},"challenge":"R3dsT2REOE5oZ25JbVE","pubKeyCredParams":[{"alg":-257,"type":"public-key"},
         {"alg":-7,"type":"public-key"}],"extensions":{"appid":"true"}}
        """
    )

    private func expectWhole<Answer: APIMessage>(_ answer: Answer) throws {
        let json = answer.json
        #expect(json.object?.names == Answer.schema.fields.map(\.name))
        try Answer.schema.check(json)
        #expect(try Answer(json: JSONValue(parsing: json.encoded())) == answer)
        // A newer server: one member more, here and below.
        let newer = json.replacing(["zz_new"], with: ["a": 1]).replacing(["details", "zz_new"], with: 1)
        #expect(try Answer(json: newer).json.object?.names == json.object?.names)
    }

    @Test func everyAnswerFitsItsTable() throws {
        try expectWhole(Self.enrollment)
        try expectWhole(Self.charge)
        try expectWhole(Self.intent)
        try expectWhole(Self.institution)
        try expectWhole(try #require(Self.customer))
        try expectWhole(try #require(Self.account))
        try expectWhole(
            WebhookEvent(
                webhookID: "w",
                webhookType: .paymentIntents,
                webhookCode: .statusUpdate,
                objectID: Self.intent.id.text,
                externalID: nil,
                data: JSONObject(),
                type: "payment_intent.succeeded",
                timestamp: Self.now,
                version: 2
            )
        )
        try expectWhole(TokenPair(access: "a.b.c", refresh: "d.e.f"))
        try expectWhole(
            APIKeyResource(
                id: Self.id(9),
                createdAt: Self.now,
                label: "caixa",
                role: .administrator,
                revokedAt: Self.now,
                secretPassword: "s3cret"
            )
        )
        try expectWhole(
            AppResource(
                id: Self.id(8),
                createdAt: Self.now,
                platform: .ios,
                appID: "A.b",
                callbackURLs: ["https://a.example"]
            )
        )
    }

    @Test func anEnrollmentIsWrittenByTheContractsNames() {
        #expect(
            Self.enrollment.json.object?.names == [
                "id", "created_by", "created_by_type", "created_at", "updated_at", "type", "status",
                "status_reason_code",
                "status_reason_message", "external_id", "metadata", "details",
            ]
        )
        let details = Self.enrollment.json["details"]
        #expect(
            details?.object?.names == [
                "status", "customer", "institution", "platform", "name", "callback_url", "redirect_url", "risk_signals",
                "expires_at", "device_id", "transaction_limit", "daily_limit", "payer_information",
            ]
        )
        #expect(details?["risk_signals"] == "*****")
        #expect(details?["redirect_url"] == .null)
        #expect(details?["payer_information"]?["bank_account"]?["number"] == "*****6789")
        #expect(Self.enrollment.json["created_at"] == "2024-11-26T11:20:57.389056Z")
        #expect(Self.enrollment.json["metadata"] == [:])
    }

    @Test func anIntentIsWrittenByTheContractsNames() {
        let json = Self.intent.json
        #expect(json["amount"] == "999999999999.99")
        #expect(json["currency"] == "BRL")
        let pix = json["payment_method_information"]?["open_finance_biometric_pix"]
        #expect(
            pix?.object?.names == [
                "provider", "consent_id", "fido_options", "end_to_end_id", "external_payment_id", "provider_request_id",
            ]
        )
        #expect(
            pix?["fido_options"]?.object?.names == [
                "rpId", "timeout", "challenge", "allowCredentials", "userVerification",
            ]
        )
        #expect(pix?["fido_options"]?["timeout"] == 300_000)
        #expect(pix?["provider"] == "chave")
    }

    @Test func neitherCustomerNorAccountShowsTheNumber() throws {
        #expect(!(try #require(Self.customer)).json.text.contains(Sample.cpf))
        #expect(!(try #require(Self.account)).json.text.contains(Sample.cpf))
        #expect((try #require(Self.customer)).json["identifier"] == "76******73")
    }

    @Test func everyRequiredMemberOfAnAnswerIsMissed() {
        for name in ["id", "created_at", "updated_at", "status", "details"] {
            #expect(throws: FieldErrors.self) {
                try EnrollmentResource(json: Self.enrollment.json.replacing([name], with: nil))
            }
        }
    }

    @Test func whatAnOlderServerLeavesOutIsNil() throws {
        var json = Self.enrollment.json
        for name in [
            "created_by", "created_by_type", "type", "status_reason_code", "status_reason_message", "external_id",
            "metadata",
        ] {
            json = json.replacing([name], with: nil)
        }
        for name in ["name", "redirect_url", "expires_at", "device_id", "payer_information", "daily_limit"] {
            json = json.replacing(["details", name], with: nil)
        }
        let enrollment = try EnrollmentResource(json: json)
        #expect(enrollment.statusReasonCode == nil)
        #expect(enrollment.details.payerInformation == nil)
        #expect(enrollment.type == .openFinanceBiometricPix)
    }

    @Test func wordsOfANewerServerAreKept() throws {
        let json = Self.enrollment.json.replacing(["status"], with: "PAUSED")
            .replacing(["details", "platform"], with: "VISION")
            .replacing(["status_reason_code"], with: "moon_phase")
        let enrollment = try EnrollmentResource(json: json)
        #expect(enrollment.status.rawValue == "PAUSED")
        #expect(enrollment.statusReasonCode?.rawValue == "moon_phase")
        #expect(enrollment.details.platform == "VISION")
        #expect(enrollment.details.devicePlatform == nil)
        #expect(enrollment.json["status"] == "PAUSED")
    }

    @Test func aListCarriesItsPage() throws {
        let list = ResourceList(
            count: 10_000,
            next: "n",
            previous: nil,
            results: [Self.institution],
            isCountCapped: true
        )
        #expect(list.json.object?.names == ["count", "next", "previous", "results", "count_capped"])
        #expect(try ResourceList<InstitutionResource>(json: list.json) == list)
        let short = ResourceList<InstitutionResource>(count: 0, next: nil, previous: nil, results: [])
        #expect(short.json.text == #"{"count":0,"next":null,"previous":null,"results":[]}"#)
        try ResourceList<InstitutionResource>.schema.check(list.json)
    }

    @Test func aBrokenElementIsNamedByItsPlace() {
        let json: JSONValue = ["count": 2, "results": [Self.institution.json, ["id": "x"]]]
        do throws(FieldErrors) {
            _ = try ResourceList<InstitutionResource>(json: json)
            Issue.record("it was taken")
        } catch {
            #expect(error.items.map(\.field) == ["results.1.id"])
        }
    }

    @Test func optionsAreKeptAsTheyCame() throws {
        let options = try RegistrationOptions(json: Self.registrationOptions)
        #expect(options.json.text == Self.registrationOptions.text)
        #expect(options.challenge?.count == 14)
        #expect(options.algorithms == [-257, -7])
        #expect(options.timeoutMilliseconds == nil)
        #expect(options.relyingPartyID == "pay.example")
        #expect(options.extensions?["appid"] == "true")
        #expect(options.userID == "a5bd0ef9-f8ab-41a2-b968-489761a91de6")
        #expect(throws: FieldErrors.self) { try RegistrationOptions(json: ["rp": [:]]) }
        let signOptions = try #require(Self.intent.paymentMethodInformation?.fidoOptions)
        #expect(signOptions.challenge == [1, 2, 3])
        #expect(signOptions.allowedCredentialIDs == ["BAUG"])
    }

    @Test func anErrorItemNamesItsField() throws {
        let error = FieldError(code: .tooLong, field: "details.name", message: "Shorten this.")
        let item = APIErrorItem(error, requestID: "r")
        #expect(
            item.json.text == #"{"request_id":"r","code":"too_long","message":"Shorten this.","field":"details.name"}"#
        )
        #expect(APIErrorItem.items(of: [item.json]) == [item])
        let whole = APIErrorItem(FieldError(code: .invalid, field: "", message: "Send an object."), requestID: "r")
        #expect(whole.json["field"] == nil)
        #expect(APIErrorItem.items(of: "<html>").isEmpty)
        #expect(APIErrorItem.items(of: [["code": "brand_new"], 1]).map(\.code.rawValue) == ["brand_new"])
        try APIErrorItem.schema.check(item.json)
    }

    @Test func codesAreThoseOfTheContract() {
        #expect(ErrorCode.all.count == 21)
        #expect(StatusReasonCode.all.count == 15)
        #expect(FailureCode.all.count == 13)
        #expect(Set(ErrorCode.all).count == ErrorCode.all.count)
    }

    @Test(arguments: [
        ("access_denied", StatusReasonCode.rejectedByUser), ("server_error", .institutionUnavailable),
        ("temporarily_unavailable", .institutionUnavailable), ("insufficient_funds", .insufficientFunds),
        ("login_required", .redirectionFailed), ("", .redirectionFailed),
    ])
    func aCallbacksErrorHasAReason(error: String, reason: StatusReasonCode) {
        #expect(StatusReasonCode(callbackError: error) == reason)
    }

    @Test(arguments: [
        ("No funds", "No funds"), ("CPF 761.092.776-73 recusado", "CPF recusado"), ("conta 123456", "conta"),
        ("Erro 12 em 5 contas", "Erro 12 em 5 contas"), ("a\u{0}b\nc", "abc"), ("", nil), ("76109277673", nil),
    ])
    func aBanksDescriptionIsCleaned(text: String, shown: String?) {
        #expect(StatusReasonCode.shownDescription(text) == shown)
    }

    @Test func aLongDescriptionIsCut() {
        let shown = StatusReasonCode.shownDescription(String(repeating: "é", count: 10_000))
        #expect(shown?.unicodeScalars.count == 255)
    }

    @Test(arguments: [
        ("123456789", "*****6789"), ("10117", "*****0117"), ("1234", "*****34"), ("12", "*****"), ("", "*****"),
        ("*****6789", "*****6789"), ("*****34", "*****34"),
    ])
    func aNumberIsMasked(number: String, masked: String) {
        #expect(PayerInformation.masked(number) == masked)
    }
}
