import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

/// What one field demands of another.
struct RequestRuleTests {
    private func errors<Request: APIRequest>(
        _ type: Request.Type,
        _ json: JSONValue,
        _ context: SchemaContext = SchemaContext()
    ) -> [String] {
        do throws(FieldErrors) {
            _ = try Request(json: json, in: context)
            return []
        } catch {
            return error.items.map { "\($0.code) \($0.field)" }
        }
    }

    @Test func aRedirectionBringsACodeOrAnErrorNeverBoth() {
        let both = Sample.redirectionApproved.replacing(["error"], with: "access_denied")
        #expect(errors(CompleteRedirectionRequest.self, both) == ["invalid error"])
        #expect(
            errors(CompleteRedirectionRequest.self, ["state": "s"]) == ["required code", "required id_token"]
        )
        #expect(
            errors(CompleteRedirectionRequest.self, ["state": "s", "error": nil, "code": "c", "id_token": "t"]).isEmpty
        )
    }

    @Test func aRedirectionWithoutItsErrorNeedsACode() {
        let json = Sample.redirectionRefused.replacing(["error"], with: nil)
        #expect(errors(CompleteRedirectionRequest.self, json) == ["required code", "required id_token"])
    }

    @Test func anAccountIsNamedByNumbersOrByKeyNeverBoth() {
        let both = Sample.individualAccount.replacing(["details", "pix_key"], with: "ana@example.com")
        #expect(errors(CreateBankAccountRequest.self, both) == ["invalid details.pix_key"])
        let neither = Sample.businessPixKey.replacing(["details", "pix_key"], with: nil)
        #expect(
            errors(CreateBankAccountRequest.self, neither) == [
                "required details.account_type", "required details.agency", "required details.number",
            ]
        )
    }

    @Test func theKindOfNumberMustFit() {
        let json = Sample.individualAccount.replacing(["holder", "information", "identifier_type"], with: "CNPJ")
        #expect(errors(CreateBankAccountRequest.self, json) == ["invalid holder.information.identifier_type"])
    }

    @Test func aHolderOfUnknownTypeIsOneError() {
        let json = Sample.individualAccount.replacing(["holder", "type"], with: "ROBOT")
        #expect(errors(CreateBankAccountRequest.self, json) == ["invalid holder.type"])
    }

    @Test(arguments: [
        "ana@example.com", "+5511943214321", "76109277673", "00038166000105", "123e4567-e12b-12d1-a456-426655440000",
    ])
    func aPixKeyIsTaken(_ key: String) {
        let json = Sample.businessPixKey.replacing(["details", "pix_key"], with: .string(key))
        #expect(errors(CreateBankAccountRequest.self, json).isEmpty)
    }

    @Test(arguments: ["ana", "ana@", "@example.com", "ana@example", "a@b@example.com", "5511943214321", "76109277674"])
    func whatIsNoPixKeyIsRefused(_ key: String) {
        let json = Sample.businessPixKey.replacing(["details", "pix_key"], with: .string(key))
        #expect(errors(CreateBankAccountRequest.self, json) == ["invalid details.pix_key"])
    }

    @Test func bothNamesOfACredentialMustAgree() {
        let json = Sample.confirmEnrollment.replacing(["confirmation_data", "rawId"], with: "AQIE")
        #expect(errors(ConfirmEnrollmentRequest.self, json) == ["invalid confirmation_data.rawId"])
    }

    @Test(arguments: ["AQI=", "AQI+", "AQ I", "AQJ", "A"])
    func whatIsNotBase64URLIsRefused(_ text: String) {
        let json = Sample.authorizePaymentIntent.replacing(["assertion", "response", "signature"], with: .string(text))
        #expect(errors(AuthorizePaymentIntentRequest.self, json) == ["invalid assertion.response.signature"])
    }

    @Test func onlyABrowserMayUseAnotherAuthenticator() {
        let path = ["confirmation_data", "authenticatorAttachment"]
        let dotted = "confirmation_data.authenticatorAttachment"
        let crossPlatform = Sample.confirmEnrollment.replacing(path, with: "cross-platform")
        let absent = Sample.confirmEnrollment.replacing(path, with: nil)
        #expect(errors(ConfirmEnrollmentRequest.self, crossPlatform) == ["invalid \(dotted)"])
        #expect(errors(ConfirmEnrollmentRequest.self, absent) == ["required \(dotted)"])
        let browser = SchemaContext(platform: .browser, allowsCrossPlatform: true)
        #expect(errors(ConfirmEnrollmentRequest.self, crossPlatform, browser).isEmpty)
        #expect(errors(ConfirmEnrollmentRequest.self, absent, browser).isEmpty)
        let other = Sample.confirmEnrollment.replacing(path, with: "telepathic")
        #expect(errors(ConfirmEnrollmentRequest.self, other, browser) == ["invalid \(dotted)"])
    }

    @Test(arguments: [JSONValue?.none, .some(.null), .some("")])
    func aMissingUserHandleIsReadAsNoneAndWrittenEmpty(_ handle: JSONValue?) throws {
        let path = ["assertion", "response", "userHandle"]
        let request = try AuthorizePaymentIntentRequest(
            json: Sample.authorizePaymentIntent.replacing(path, with: handle),
            in: SchemaContext(platform: .ios)
        )
        #expect(request.assertion.userHandle == nil)
        #expect(request.json.value(at: path) == "")
    }

    @Test func theEnrollmentsPlatformDecidesWhichSignalsAPaymentNeeds() {
        let json = Sample.authorizePaymentIntent.replacing(["platform"], with: "browser")
            .replacing(["risk_signals", "isRootedDevice"], with: nil)
        #expect(errors(AuthorizePaymentIntentRequest.self, json).isEmpty)
        #expect(
            errors(AuthorizePaymentIntentRequest.self, json, SchemaContext(platform: .ios)) == [
                "required risk_signals.isRootedDevice"
            ]
        )
    }

    @Test(arguments: [SchemaContext(platform: .browser), SchemaContext()])
    func aPlatformThatAPaymentOnlyNamesAsksForNoSignals(_ context: SchemaContext) throws {
        let json = Sample.authorizePaymentIntent.replacing(["platform"], with: "ios")
            .replacing(["risk_signals", "isRootedDevice"], with: nil)
        #expect(try AuthorizePaymentIntentRequest(json: json, in: context).platform == .ios)
    }

    @Test(arguments: ["IOS", "ios", "iOS", "Android", "browser"])
    func aPlatformIsReadInAnyCase(_ platform: String) throws {
        let request = try CreateEnrollmentRequest(json: Sample.createEnrollment(platform: platform))
        #expect(request.platform.rawValue == platform.uppercased())
    }

    @Test func aBrowserNeedsNoNativeSignals() {
        for (platform, expected) in [("browser", []), ("IOS", ["required details.risk_signals.screenBrightness"])] {
            let json = Sample.createEnrollment(platform: platform)
                .replacing(["details", "risk_signals", "screenBrightness"], with: nil)
            #expect(errors(CreateEnrollmentRequest.self, json) == expected)
        }
    }

    @Test func oneMethodIsReadAsAListOfOne() throws {
        let json = Sample.createPaymentIntent.replacing(
            ["allowed_payment_method_types"],
            with: "open_finance_biometric_pix"
        )
        let request = try CreatePaymentIntentRequest(json: json)
        #expect(request.allowedPaymentMethodTypes == [.openFinanceBiometricPix])
        let path = ["allowed_payment_method_types"]
        #expect(
            errors(CreatePaymentIntentRequest.self, json.replacing(path, with: ["open_finance_biometric_pix", "card"]))
                == ["invalid allowed_payment_method_types.1"]
        )
        #expect(
            errors(CreatePaymentIntentRequest.self, json.replacing(path, with: [])) == [
                "invalid allowed_payment_method_types"
            ]
        )
    }

    @Test(arguments: ["0.13", "\"0.13\"", "1234567.89", "999999999999.99"])
    func anAmountIsTakenAsNumberOrText(_ amount: String) throws {
        let json = Sample.createPaymentIntent.replacing(["amount"], with: Sample.json(amount))
        #expect(try CreatePaymentIntentRequest(json: json).amount.decimal == amount.filter { $0 != "\"" })
    }

    @Test func metadataIsBounded() {
        func outcome(_ name: String, _ value: String) -> [String] {
            var object = JSONObject()
            object[name] = .string(value)
            return errors(
                CreatePaymentIntentRequest.self,
                Sample.createPaymentIntent.replacing(["metadata"], with: .object(object))
            )
        }
        #expect(outcome(String(repeating: "n", count: 40), String(repeating: "v", count: 500)).isEmpty)
        #expect(outcome(String(repeating: "n", count: 41), "v") == ["too_long metadata"])
        #expect(outcome("n", String(repeating: "v", count: 501)) == ["too_long metadata"])
    }

    @Test func thePersonsOwnFieldsAreNamedBelowTheCustomer() {
        let json = Sample.createEnrollment(customer: #"{"identifier":"11111111111","name":""}"#)
        #expect(
            errors(CreateEnrollmentRequest.self, json) == [
                "invalid details.customer.identifier", "invalid details.customer.name",
            ]
        )
    }

    @Test func theSandboxTakesAnAppsScheme() {
        let json = Sample.createEnrollment().replacing(["details", "callback_url"], with: "meuapp://callback")
        #expect(errors(CreateEnrollmentRequest.self, json) == ["invalid details.callback_url"])
        #expect(errors(CreateEnrollmentRequest.self, json, SchemaContext(callbackRules: .sandbox)).isEmpty)
    }

    @Test func anEmptyTokenRequestIsNotBound() throws {
        #expect(try WidgetTokenRequest(json: [:]).customer == nil)
        #expect(WidgetTokenRequest().json == [:])
        // A null is a slip of the merchant's program, and must not open every customer.
        #expect(errors(WidgetTokenRequest.self, ["customer": nil]) == ["null customer"])
    }
}

/// The table is the only place where limits stand.
struct SchemaTests {
    private func errors(_ schema: Schema, _ json: JSONValue) -> [String] {
        do throws(FieldErrors) {
            try schema.check(json)
            return []
        } catch {
            return error.items.map { "\($0.code) \($0.field)" }
        }
    }

    @Test func changingALimitInTheTableChangesTheRefusal() {
        func table(_ longest: Int) -> Schema {
            Schema("Note", "A note.", [Field("text", .text(longest: longest), .required, "The text.")])
        }
        let json: JSONValue = ["text": "12345"]
        #expect(errors(table(5), json).isEmpty)
        #expect(errors(table(4), json) == ["too_long text"])
    }

    @Test func atMostFiftyErrorsAreReported() {
        let fields = (0..<60).map { Field("f\($0)", .boolean, .required, "A flag.") }
        #expect(errors(Schema("Many", "Many.", fields), [:]).count == FieldErrors.limit)
        let list = Schema(
            "List",
            "A list.",
            [Field("list", .array(.boolean, count: 0...100, takesSingleValue: false), .required, "Flags.")]
        )
        #expect(errors(list, ["list": .array(Array(repeating: 1, count: 100))]).count == FieldErrors.limit)
    }

    @Test func everyFieldHasADescriptionAndAdvice() {
        for schema in MessageCatalogue.requests + MessageCatalogue.answers {
            #expect(!schema.summary.isEmpty)
            #expect(Set(schema.fields.map(\.name)).count == schema.fields.count)
            for field in schema.fields {
                #expect(field.summary.hasSuffix("."), "\(schema.name).\(field.name)")
                #expect(!field.type.advice.isEmpty)
            }
        }
    }

    @Test func everyFormatHasAdvice() {
        for format in TextFormat.allCases { #expect(!format.advice.isEmpty) }
    }

    @Test func aKelvinSignIsNoK() {
        let schema = Schema("Unit", "A unit.", [Field("unit", .enumeration(["K"]), .required, "The unit.")])
        #expect(errors(schema, ["unit": "\u{212A}"]) == ["invalid unit"])
    }
}
