import ChaveBase
import ChavePixModel
import ChaveWire
import SandboxBank
import Testing

/// Each endpoint's happy path with its exact JSON members (Payments API, sections 3 and 4).
struct EndpointTests {
    @Test(arguments: DoorKind.allCases)
    func institutionsAreListedWithTheContractsMembers(door: DoorKind) async throws {
        try await door.withServer { server in
            let list = try await server.done(.get("/payments/br/institutions/"), as: server.shop.basic)
            #expect(list.status == 200)
            #expect(list.names == ["count", "next", "previous", "results"])
            #expect(list["count"] == 5)
            #expect(list["next"]?.isNull == true && list["previous"]?.isNull == true)
            let one = try await server.done(
                .get("/payments/br/institutions/\(list.resultIDs[0])/"),
                as: server.shop.basic
            )
            #expect(one.names == Members.institution)
            #expect(one.json == list.results[0])
            #expect(one["country"] == "BRA")
            #expect(one["active"] == true)
            let logo = one["icon_logo"]?.string ?? ""
            #expect(logo.hasPrefix(TestServer.baseURL) && logo.hasSuffix(".png"))
            let picture = try await server.send(.get(String(logo.dropFirst(TestServer.baseURL.count))))
            #expect(picture.header("Content-Type") == "image/png")
            #expect(Array(picture.body.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
        }
    }

    @Test(arguments: DoorKind.allCases)
    func aCustomerIsMadeReadAndMasked(door: DoorKind) async throws {
        try await door.withServer { server in
            let made = try await server.done(.post("/payments/br/customers/", Bodies.customer()), as: server.shop.basic)
            #expect(made.status == 201)
            #expect(Set(made.names) == Members.customer)
            #expect(made["identifier"] == "76******73")
            #expect(made["identifier_type"] == "CPF")
            #expect(made["customer_type"] == "INDIVIDUAL")
            #expect(made["country"] == "BRA")
            #expect(made["name"] == .string(Bodies.alice.name))
            #expect(made["created_by"] == .string(server.shop.keyID.text))
            let read = try await server.done(.get("/payments/br/customers/\(made.id)/"), as: server.shop.basic)
            #expect(read.body == made.body)
            let twice = try await server.send(
                .post("/payments/br/customers/", Bodies.customer()),
                as: server.shop.basic
            )
            expectRefusal(twice, nil, "already_registered", field: "identifier")
        }
    }

    @Test(arguments: DoorKind.allCases)
    func aBankAccountIsMadeReadAndSwitchedOff(door: DoorKind) async throws {
        try await door.withServer { server in
            let made = try await server.done(
                .post("/payments/br/bank-accounts/", Bodies.bankAccount()),
                as: server.shop.basic
            )
            #expect(made.status == 201)
            #expect(Set(made.names) == Members.bankAccount)
            #expect(made["active"] == true)
            #expect(made.json.at("details", "agency") == "0001")
            let path = "/payments/br/bank-accounts/\(made.id)/"
            let read = try await server.done(.get(path), as: server.shop.basic)
            #expect(read.body == made.body)
            let off = try await server.done(.patch(path, ["active": false]), as: server.shop.basic)
            #expect(off.status == 200)
            #expect(off["active"] == false)
            let list = try await server.done(.get("/payments/br/bank-accounts/"), as: server.shop.basic)
            #expect(list.resultIDs.first == made.id)
        }
    }

    @Test(arguments: DoorKind.allCases)
    func anEnrollmentGoesThroughItsSevenSteps(door: DoorKind) async throws {
        try await door.withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create()
            #expect(created.status == 201)
            #expect(created.names == Members.enrollment)
            #expect(created["details"]?.object?.names == Members.enrollmentDetails)
            #expect(created["status"] == "PENDING")
            #expect(created.json.at("details", "status") == "AWAITING_ACCOUNT_HOLDER_VALIDATION")
            #expect(created.json.at("details", "risk_signals") == "*****")
            #expect(created.json.at("details", "payer_information")?.isNull == true)
            #expect(created.json.at("details", "device_id") == "device-1")
            #expect(created["type"] == "open_finance_biometric_pix")
            let path = "/payments/br/enrollments/\(created.id)/"

            let early = try await device.send(.get("\(path)fido-registration-options/"))
            expectRefusal(early, 404, "not_ready")
            #expect(early.header("Retry-After") == "1")

            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            let returned = try await device.done(.post("/payments/br/enrollments/complete-redirection/", callback))
            #expect(returned.status == 200)
            #expect(returned["status"] == "PENDING")
            try await server.settle()
            #expect(try await device.done(.get(path)).json.at("details", "status") == "AWAITING_ENROLLMENT")

            let options = try await device.done(.get("\(path)fido-registration-options/"))
            #expect(options["rp"]?["id"] == "localhost")
            #expect(options["challenge"]?.string?.isEmpty == false)
            let confirmed = try await device.done(
                .post("\(path)confirm/", try await device.confirmation(of: created.id))
            )
            #expect(confirmed.status == 204)
            #expect(confirmed.body.isEmpty)
            try await server.settle()
            let enrolled = try await device.done(.get(path))
            #expect(enrolled["status"] == "SUCCEEDED")
            #expect(enrolled.json.at("details", "status") == "AUTHORISED")
            #expect(enrolled["status_reason_code"]?.isNull == true)
            let account = enrolled.json.at("details", "payer_information", "bank_account")
            #expect(account?.object?.names == ["institution_id", "agency", "number", "account_type"])
            #expect(account?["number"]?.string?.hasPrefix("*****") == true)
            expectRefusal(try await device.send(.get("\(path)fido-registration-options/")), 409, "conflict")

            let canceled = try await device.done(.post("\(path)cancel/"))
            #expect(canceled.status == 200)
            #expect(canceled["status"] == "CANCELED")
            #expect(canceled.json.at("details", "status") == "REVOKED")
            #expect(canceled["status_reason_code"] == "revoked_by_user")
            expectRefusal(try await device.send(.get("\(path)fido-registration-options/")), 409, "conflict")
        }
    }

    @Test(arguments: DoorKind.allCases)
    func aPaymentIntentGoesThroughItsFourSteps(door: DoorKind) async throws {
        try await door.withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let intent = try await device.createIntent(enrollment, amount: Bodies.number("12.3"))
            #expect(intent.status == 201)
            #expect(Set(intent.names) == Members.intent)
            #expect(intent["amount"] == "12.30")
            #expect(intent["currency"] == "BRL")
            #expect(intent["status"] == "PENDING")
            #expect(intent["created_by_type"] == "sdk")
            let method = intent.json.at("payment_method_information", "open_finance_biometric_pix")
            #expect(Set(method?.object?.names ?? []) == Members.method)
            #expect(method?["provider"] == "chave")
            #expect(Set(method?["fido_options"]?.object?.names ?? []) == Members.fidoOptions)
            #expect(method?["fido_options"]?["timeout"] == 300_000)
            #expect(method?["fido_options"]?["userVerification"] == "required")
            #expect(intent["charges"]?.array?.count == 1)
            let charge = intent["charges"]?.array?.first
            #expect(Set(charge?.object?.names ?? []) == Members.charge)
            #expect(charge?["status"] == "PENDING")

            let authorized = try await device.done(
                .post(
                    "/payments/br/payment-intents/\(intent.id)/authorize/",
                    try await device.authorisation(of: intent)
                )
            )
            #expect(authorized.status == 204)
            #expect(authorized.body.isEmpty)
            try await server.settle()
            let paid = try await device.done(.get("/payments/br/payment-intents/\(intent.id)/"))
            #expect(paid["status"] == "SUCCEEDED")
            #expect(paid["charges"]?.array?.first?["status"] == "SUCCEEDED")
            let settled = paid.json.at("payment_method_information", "open_finance_biometric_pix")
            for name in ["end_to_end_id", "external_payment_id", "provider_request_id", "consent_id"] {
                #expect(settled?[name] == method?[name])
            }
            #expect(try await server.bank.verdict().faults.isEmpty)
        }
    }

    @Test(arguments: DoorKind.allCases)
    func anIntentIsCancelledBeforeItIsAuthorised(door: DoorKind) async throws {
        try await door.withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let intent = try await device.createIntent(try await device.enroll())
            let path = "/payments/br/payment-intents/\(intent.id)"
            let canceled = try await device.done(.post("\(path)/cancel/"))
            #expect(canceled.status == 200)
            #expect(canceled["status"] == "CANCELED")
            #expect(canceled["charges"]?.array?.first?["status"] == "FAILED")
            #expect(canceled["failure_code"] == "canceled")
            let late = try await device.send(.post("\(path)/authorize/", try await device.authorisation(of: intent)))
            expectRefusal(late, 409, "conflict")
        }
    }

    @Test func refusalAtTheBankEndsTheEnrollmentAtOnce() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create()
            let refusal = try await HolderAtBank(server: server, holder: Bodies.alice).refuse(created)
            let returned = try await device.done(.post("/payments/br/enrollments/complete-redirection/", refusal))
            #expect(returned.status == 200)
            #expect(returned["status"] == "FAILED")
            #expect(returned.json.at("details", "status") == "REJECTED")
            #expect(returned["status_reason_code"] == "rejected_by_user")
        }
    }

    @Test func anAccountThatIsSwitchedOffTakesNoNewIntent() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let path = "/payments/br/bank-accounts/\(server.shop.beneficiary.text)/"
            _ = try await server.done(.patch(path, ["active": false]), as: server.shop.basic)
            let refused = try await device.send(
                .post("/payments/br/payment-intents/", try await device.intentBody(enrollment))
            )
            expectRefusal(
                refused,
                400,
                "invalid",
                field: "payment_method_details.open_finance_biometric_pix.beneficiary_bank_account"
            )
        }
    }

    @Test func anAmountThatTheBankRefusesEndsInFailed() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let empty = try await device.pay(enrollment, amount: "150.00")
            #expect(empty["status"] == "FAILED")
            #expect(empty["failure_code"] == "insufficient_funds")
            let risky = try await device.pay(enrollment, amount: "250.00")
            #expect(risky["status"] == "FAILED")
            #expect(risky["failure_code"] == "consent_rejected")
            #expect(try await server.bank.verdict().faults.isEmpty)
        }
    }
}

/// The members of each object, as section 4 names them.
enum Members {
    static let institution = [
        "id", "name", "display_name", "legal_entity_name", "country", "institution_type", "active", "icon_logo", "logo",
        "text_logo", "primary_color", "website", "sort_priority",
    ]
    static let customer: Set = [
        "id", "customer_type", "identifier_type", "country", "created_at", "created_by", "created_by_type",
        "identifier", "name",
        "email",
        "phone", "address", "external_id", "anonymization_status", "anonymized_at",
    ]
    static let bankAccount: Set = [
        "id", "created_by", "created_at", "updated_at", "institution", "holder", "details", "active",
    ]
    static let enrollment = [
        "id", "created_by", "created_by_type", "created_at", "updated_at", "type", "status", "status_reason_code",
        "status_reason_message", "external_id", "metadata", "details",
    ]
    static let enrollmentDetails = [
        "status", "customer", "institution", "platform", "name", "callback_url", "redirect_url", "risk_signals",
        "expires_at", "device_id", "transaction_limit", "daily_limit", "payer_information",
    ]
    static let intent: Set = [
        "id", "created_by", "created_by_type", "created_at", "updated_at", "external_id", "metadata", "amount",
        "currency", "customer",
        "description", "statement_description", "status", "failure_code", "failure_message",
        "allowed_payment_method_types", "selected_payment_method_type", "payment_method_details",
        "schedule", "payment_method_information", "charges",
    ]
    static let method: Set = [
        "provider", "consent_id", "fido_options", "end_to_end_id", "external_payment_id", "provider_request_id",
    ]
    static let fidoOptions: Set = ["rpId", "timeout", "challenge", "allowCredentials", "userVerification"]
    static let charge: Set = [
        "id", "created_at", "updated_at", "payment_intent", "customer", "amount", "currency", "description",
        "statement_description", "status", "scheduled_for", "end_to_end_id", "failure_code", "failure_message",
        "payment_method_type", "payer_information", "transactions",
    ]
}
