import ChaveBase
import ChavePixModel
import ChaveWire
import Pages
import Synchronization

@testable import SandboxShop

/// The Payments API as far as the shop asks it: answers what a test says, and remembers what it was asked.
final class ScriptedAPI: SiteBackend {
    typealias Script = @Sendable (SiteCall) -> SiteReply?

    private let state = Mutex<(script: Script, calls: [SiteCall])>(({ _ in nil }, []))

    var calls: [SiteCall] { state.withLock { $0.calls } }
    /// Those that change something.
    var posts: [String] { calls.filter { $0.method == "POST" }.map(\.path) }

    /// Asked before the usual answers.
    func script(_ script: @escaping Script) { state.withLock { $0.script = script } }

    func send(_ call: SiteCall) async -> SiteReply {
        let script = state.withLock { state in
            state.calls.append(call)
            return state.script
        }
        return script(call) ?? ScriptedAPI.usual(call)
    }

    static func ok(_ json: JSONValue, status: Int = 200) -> SiteReply {
        SiteReply(status: status, entityTag: "\"v1\"", body: json.encoded())
    }

    static func failure(_ status: Int, _ code: String = "invalid", field: String? = nil) -> SiteReply {
        var item: JSONObject = JSONObject()
        item["request_id"] = "r"
        item["code"] = .string(code)
        item["message"] = "Mend it."
        item["field"] = field.map(JSONValue.string)
        return SiteReply(status: status, body: JSONValue.array([.object(item)]).encoded())
    }

    static func list(_ items: [JSONValue]) -> SiteReply {
        ok(["count": JSONValue(items.count), "next": nil, "previous": nil, "results": .array(items)])
    }

    private static func usual(_ call: SiteCall) -> SiteReply {
        switch call.path {
        case "/institutions/": list([ShopSample.institution])
        case "/institutions/\(ShopSample.bank.text)/": ok(ShopSample.institution)
        case "/customers/" where call.method == "GET": list([])
        case "/customers/": ok(ShopSample.customer(), status: 201)
        case "/customers/\(ShopSample.person.text)/": ok(ShopSample.customer())
        case "/enrollments/" where call.method == "GET": list([ShopSample.enrollment()])
        case "/enrollments/": ok(ShopSample.enrollment(status: "PENDING"), status: 201)
        case "/payment-intents/" where call.method == "GET": list([ShopSample.intent()])
        case "/payment-intents/": ok(ShopSample.intent(), status: 201)
        default: failure(404, "not_found")
        }
    }
}

/// Objects as the API answers them.
enum ShopSample {
    static let person = CustomerID(high: 1, low: 1)
    static let stranger = CustomerID(high: 1, low: 2)
    static let bank = InstitutionID(high: 2, low: 1)
    static let enrollment = EnrollmentID(high: 3, low: 1)
    static let order = PaymentIntentID(high: 4, low: 1)
    static let time = Timestamp(seconds: 1_800_000_000)

    static let institution: JSONValue = [
        "id": .string(bank.text), "name": "Banco", "display_name": "Banco Ipê", "country": "BRA",
        "institution_type": "individual", "active": true, "icon_logo": "http://localhost:8080/bank/x/logo.png",
    ]

    static func customer(name: String? = "Alice") -> JSONValue {
        [
            "id": .string(person.text), "created_at": .string(time.rfc3339), "customer_type": "INDIVIDUAL",
            "name": JSONValue(name), "identifier_type": "CPF", "identifier": "76******73", "country": "BRA",
        ]
    }

    static func enrollment(
        _ id: EnrollmentID = enrollment,
        status: String = "SUCCEEDED",
        details: String = "AUTHORISED",
        of customer: CustomerID = person,
        reason: String? = nil,
        message: String? = nil,
        account: String? = nil,
        redirect: String? = "http://localhost:8080/bank/x/authorize?request=1"
    ) -> JSONValue {
        [
            "id": .string(id.text), "created_at": .string(time.rfc3339), "updated_at": .string(time.rfc3339),
            "type": "open_finance_biometric_pix", "status": .string(status), "status_reason_code": JSONValue(reason),
            "status_reason_message": JSONValue(message), "metadata": [:],
            "details": [
                "status": .string(details), "customer": .string(customer.text), "institution": .string(bank.text),
                "platform": "BROWSER", "callback_url": "http://localhost:8080/shop/callback",
                "redirect_url": JSONValue(redirect),
                "payer_information": account.map { ["bank_account": ["number": .string($0)]] } ?? .null,
                "risk_signals": "*****", "transaction_limit": "100.00",
            ],
        ]
    }

    static func intent(
        status: String = "PENDING",
        of customer: CustomerID = person,
        failure: String? = nil,
        hasOptions: Bool = true,
        description: String = "Café",
        product: String? = nil,
        schedule: JSONValue = .null,
        charges: [JSONValue] = []
    ) -> JSONValue {
        let options: JSONValue = ["challenge": "AAAA", "rpId": "localhost", "allowCredentials": []]
        let metadata: JSONValue = product.map { ["product": .string($0)] } ?? [:]
        return [
            "id": .string(order.text), "created_at": .string(time.rfc3339), "updated_at": .string(time.rfc3339),
            "metadata": metadata, "amount": "18.90", "currency": "BRL", "customer": .string(customer.text),
            "description": .string(description), "statement_description": "Loja", "status": .string(status),
            "failure_code": JSONValue(failure), "allowed_payment_method_types": ["open_finance_biometric_pix"],
            "payment_method_information": [
                "open_finance_biometric_pix": [
                    "provider": "chave", "consent_id": "c", "fido_options": hasOptions ? options : .null,
                    "end_to_end_id": "E9999999920261122140300000000001",
                ]
            ],
            "payment_method_details": [
                "open_finance_biometric_pix": [
                    "beneficiary_bank_account": .string(BankAccountID(high: 9, low: 9).text),
                    "enrollment": .string(enrollment.text),
                ]
            ],
            "schedule": schedule, "charges": .array(charges),
        ]
    }
}

/// Orders that are paid on later days.
extension ShopSample {
    /// The 20th and the 21st of July 2027, after ``time``.
    static let days = ["2027-07-20", "2027-07-21"]

    static func scheduled(_ status: String = "SCHEDULED", charges: [(String, String?)]) -> JSONValue {
        intent(
            status: status,
            schedule: ["custom": ["dates": .array(days.map(JSONValue.string))]],
            charges: zip(days, charges).map { charge($0, $1.0, $1.1) }
        )
    }

    private static func charge(_ day: String, _ status: String, _ failure: String?) -> JSONValue {
        [
            "id": .string(ChargeID(high: 5, low: 1).text), "created_at": .string(time.rfc3339),
            "updated_at": .string(time.rfc3339), "payment_intent": .string(order.text),
            "customer": .string(person.text), "amount": "18.90", "currency": "BRL", "description": "Café",
            "statement_description": "Loja", "status": .string(status), "scheduled_for": .string(day),
            "failure_code": JSONValue(failure), "payment_method_type": "open_finance_biometric_pix",
            "transactions": [],
        ]
    }
}

extension SiteCall {
    var json: JSONValue? { try? JSONValue(parsing: body) }
}
