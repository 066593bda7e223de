import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

/// Valid messages to break.
enum Sample {
    static let customerID = "f78b14f3-5c1a-409a-966f-7b052b067cf0"
    static let institutionID = "188716fb-39ad-44a7-a992-6c278d2b24a4"
    static let enrollmentID = "82666cde-3f80-4350-b0f7-24cb8e9294c9"
    static let accountID = "56689ef8-4c92-44ae-b2c1-60505da4a7e1"
    static let cpf = "76109277673"
    static let cnpj = "00038166000105"

    static func json(_ text: String) -> JSONValue {
        do {
            return try JSONValue(parsing: text)
        } catch {
            preconditionFailure("a sample is not JSON: \(error)")
        }
    }

    static let riskSignals = json(
        """
        {"deviceId":"9a1f","osVersion":"17.4","userTimeZoneOffset":"-03:00","language":"pt",
         "screenDimensions":{"height":2340,"width":1080},"accountTenure":"2024-02-29","isRootedDevice":false,
         "screenBrightness":0.5,"elapsedTimeSinceBoot":86400000,
         "geolocation":{"latitude":-23.5505,"longitude":-46.6333,"type":"FINE"},"isCallInProgress":false,
         "isDevModeEnabled":false,"isMockGPS":false,"isEmulated":true,"isMonkeyRunner":false,"isCharging":true,
         "antennaInformation":"724-05-1","isUsbConnected":false,
         "integrity":{"appRecognitionVerdict":"PLAY_RECOGNIZED","deviceRecognitionVerdict":"MEETS_DEVICE_INTEGRITY"}}
        """
    )

    static func createEnrollment(customer: String = "\"\(customerID)\"", platform: String = "IOS") -> JSONValue {
        json(
            """
            {"type":"open_finance_biometric_pix","external_id":"order-1","metadata":{"shop":"12"},"details":{
             "customer":\(customer),"institution":"\(institutionID)","name":"Phone","platform":"\(platform)",
             "callback_url":"https://shop.example/back?tab=1","risk_signals":\(riskSignals.text)}}
            """
        )
    }

    static let personReference = #"{"identifier":"76109277673","name":"Ana","external_id":"ana-1"}"#

    static let redirectionApproved = json(
        #"{"state":"s1","code":"c1","id_token":"h.p.s","enrollment":"82666cde-3f80-4350-b0f7-24cb8e9294c9"}"#
    )
    static let redirectionRefused = json(
        #"{"state":"s1","error":"access_denied","error_description":"No, thank you"}"#
    )

    static let confirmEnrollment = json(
        """
        {"confirmation_data":{"authenticatorAttachment":"platform","id":"AQID","rawId":"AQID","type":"public-key",
         "response":{"attestationObject":"o2Nm","clientDataJSON":"eyJ0"},"clientExtensionResults":{"credProps":{"rk":true}}}}
        """
    )

    static let createPaymentIntent = json(
        """
        {"amount":19.99,"currency":"BRL","allowed_payment_method_types":["open_finance_biometric_pix"],"customer":"\(customerID)",
         "description":"Two coffees","statement_description":"CAFE","payment_method_details":{
         "open_finance_biometric_pix":{"beneficiary_bank_account":"\(accountID)","enrollment":"\(enrollmentID)"}},
         "confirm":true,"external_id":"order-2","metadata":{}}
        """
    )

    static let schedules: [(String, JSONValue)] = [
        ("on one day", ["single": ["date": "2026-07-20"], "additional_information": "Aluguel"]),
        ("daily", ["daily": ["start_date": "2026-07-20", "quantity": 3]]),
        ("weekly", ["weekly": ["day_of_week": "SEGUNDA_FEIRA", "start_date": "2026-07-20", "quantity": 3]]),
        ("monthly", ["monthly": ["day_of_month": 5, "start_date": "2026-07-20", "quantity": 3]]),
        ("on days of one's own", ["custom": ["dates": ["2026-07-20", "2026-07-22"]]]),
    ]

    static let authorizePaymentIntent = json(
        """
        {"platform":"ios","risk_signals":\(riskSignals.text),"assertion":{"authenticatorAttachment":"platform",
         "id":"AQID","rawId":"AQID","type":"public-key","response":{
         "authenticatorData":"\(Base64URL.encode([UInt8](repeating: 7, count: 37)))","clientDataJSON":"eyJ0",
         "signature":"MEUC","userHandle":"dXNlcg"},"clientExtensionResults":{}}}
        """
    )

    static let createCustomer = json(
        """
        {"identifier":"\(cpf)","name":"Ana Souza","email":"ana@example.com","phone":"+5511943214321",
         "address":"Rua A, 1","external_id":"ana-1"}
        """
    )

    static let individualAccount = json(
        """
        {"institution":"\(institutionID)","holder":{"type":"INDIVIDUAL","information":{"first_name":"Ana",
         "last_name":"Souza","identifier":"\(cpf)","identifier_type":"CPF"}},
         "details":{"country":"BRA","account_type":"CHECKINGS","agency":"0001","number":"123456"}}
        """
    )

    static let businessPixKey = json(
        """
        {"institution":"\(institutionID)","holder":{"type":"BUSINESS","information":{"name":"Cafe Ltda",
         "identifier":"\(cnpj)","identifier_type":"CNPJ"}},"details":{"country":"BRA","pix_key":"cafe@example.com"}}
        """
    )

    static let createApp = json(
        """
        {"platform":"IOS","app_id":"ABCDEFGHIJ.com.example.shop","callback_urls":["https://shop.example/back"]}
        """
    )
}

/// A request with its table and a valid sample.
struct RequestCase: Sendable, CustomTestStringConvertible {
    let name: String
    let schema: Schema
    let sample: JSONValue
    let context: SchemaContext
    /// Reads and writes it again.
    let reencode: @Sendable (JSONValue, SchemaContext) throws(FieldErrors) -> JSONValue

    init<Request: APIRequest>(
        _ type: Request.Type,
        _ name: String,
        _ sample: JSONValue,
        in context: SchemaContext = SchemaContext()
    ) {
        self.name = "\(Request.schema.name): \(name)"
        schema = Request.schema
        self.sample = sample
        self.context = context
        reencode = { (json, context) throws(FieldErrors) in try Request(json: json, in: context).json }
    }

    var testDescription: String { name }

    static let all = unscheduled + scheduled

    private static let scheduled = Sample.schedules.map { name, schedule in
        RequestCase(
            CreatePaymentIntentRequest.self,
            name,
            Sample.createPaymentIntent.replacing(["schedule"], with: schedule)
        )
    }

    private static let unscheduled: [RequestCase] = [
        RequestCase(CreateEnrollmentRequest.self, "known customer", Sample.createEnrollment()),
        RequestCase(
            CreateEnrollmentRequest.self,
            "new customer",
            Sample.createEnrollment(customer: Sample.personReference, platform: "ANDROID")
        ),
        RequestCase(CompleteRedirectionRequest.self, "approved", Sample.redirectionApproved),
        RequestCase(CompleteRedirectionRequest.self, "refused", Sample.redirectionRefused),
        RequestCase(ConfirmEnrollmentRequest.self, "platform authenticator", Sample.confirmEnrollment),
        RequestCase(CreatePaymentIntentRequest.self, "known customer", Sample.createPaymentIntent),
        RequestCase(
            CreatePaymentIntentRequest.self,
            "new customer",
            Sample.createPaymentIntent.replacing(["customer"], with: Sample.json(Sample.personReference))
        ),
        RequestCase(
            AuthorizePaymentIntentRequest.self,
            "on a phone",
            Sample.authorizePaymentIntent,
            in: SchemaContext(platform: .ios)
        ),
        RequestCase(
            UpdatePaymentIntentRequest.self,
            "a note set, one removed",
            ["metadata": ["order": "17", "gift": .null]]
        ),
        RequestCase(CreateCustomerRequest.self, "person", Sample.createCustomer),
        RequestCase(UpdateCustomerRequest.self, "another name", ["name": "Ana Maria", "phone": .null]),
        RequestCase(
            UpdateCustomerRequest.self,
            "everything",
            [
                "name": .null, "email": "ana@example.com", "phone": "+5511987654321", "address": "Rua B, 2",
                "external_id": "ana-2",
            ]
        ),
        RequestCase(CreateBankAccountRequest.self, "person's account", Sample.individualAccount),
        RequestCase(CreateBankAccountRequest.self, "business's Pix key", Sample.businessPixKey),
        RequestCase(UpdateBankAccountRequest.self, "out of use", ["active": false]),
        RequestCase(CreateAppRequest.self, "iOS", Sample.createApp),
        RequestCase(CreateAPIKeyRequest.self, "administrator", ["label": "caixa", "role": "administrator"]),
        RequestCase(
            CreateAppRequest.self,
            "Android",
            [
                "platform": "ANDROID", "app_id": "com.example.shop", "callback_urls": ["https://shop.example/back"],
                "sha256_cert_fingerprints": [.string(Array(repeating: "A1", count: 32).joined(separator: ":"))],
            ]
        ),
        RequestCase(
            CreateWebhookRequest.self,
            "some events",
            [
                "url": "https://shop.example/hooks", "events": ["charge.failed"], "description": "till",
                "bearer_token": "abc",
            ]
        ),
        RequestCase(
            UpdateWebhookRequest.self,
            "all of it",
            [
                "enabled": true, "url": "https://shop.example/hooks", "events": ["charge.failed"],
                "description": "till", "bearer_token": "abc",
            ]
        ),
        RequestCase(RotateWebhookSecretRequest.self, "an hour", ["overlap_seconds": 3_600]),
        RequestCase(
            ResendWebhookDeliveriesRequest.self,
            "a day",
            [
                "from": "2026-03-01T00:00:00.000000Z", "to": "2026-03-02T00:00:00.000000Z",
                "webhook": .string(Sample.customerID), "status": "parked",
            ]
        ),
        RequestCase(WidgetTokenRequest.self, "bound", ["customer": .string(Sample.customerID)]),
        RequestCase(RefreshTokenRequest.self, "refresh", ["refresh": "h.p.s"]),
        RequestCase(RiskSignals.self, "alone", Sample.riskSignals, in: SchemaContext(platform: .android)),
    ]
}
