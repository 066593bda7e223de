import ChaveBase
import ChavePixModel
import ChaveWire
import SandboxBank

/// Bodies that are taken as they stand.
enum Bodies {
    static let callbackURL = "https://loja.example/callback"
    static let ipe = SandboxInstitution.all[0]
    static let alice = SandboxHolder.all[0]
    static let bruno = SandboxHolder.all[1]

    static func signals(deviceID: String = "device-1") -> JSONValue {
        [
            "deviceId": .string(deviceID), "osVersion": "18.1", "userTimeZoneOffset": "-03", "language": "pt",
            "screenDimensions": ["height": 2_556, "width": 1_179], "accountTenure": "2024-01-15",
            "isRootedDevice": false, "screenBrightness": number("0.5"),
            "elapsedTimeSinceBoot": 123_456,
        ]
    }

    /// The number as it is written here.
    static func number(_ text: String) -> JSONValue { JSONNumber(text).map(JSONValue.number) ?? .null }

    static func person(_ holder: SandboxHolder) -> JSONValue {
        ["identifier": .string(holder.cpf), "name": .string(holder.name)]
    }

    static func enrollment(
        customer: JSONValue? = nil,
        institution: SandboxInstitution = ipe,
        deviceID: String = "device-1",
        externalID: String? = nil
    ) -> JSONValue {
        var object = JSONObject()
        object["type"] = "open_finance_biometric_pix"
        object["external_id"] = externalID.map(JSONValue.string)
        object["details"] = [
            "customer": customer ?? person(alice), "institution": .string(institution.id.text), "name": "Loja",
            "platform": "IOS", "callback_url": .string(callbackURL), "risk_signals": signals(deviceID: deviceID),
        ]
        return .object(object)
    }

    static func intent(
        customer: JSONValue,
        enrollment: String,
        beneficiary: BankAccountID,
        amount: JSONValue = "12.34",
        externalID: String? = nil
    ) -> JSONValue {
        var object = JSONObject()
        object["amount"] = amount
        object["allowed_payment_method_types"] = ["open_finance_biometric_pix"]
        object["customer"] = customer
        object["description"] = "Pedido 1"
        object["statement_description"] = "Loja"
        object["payment_method_details"] = [
            "open_finance_biometric_pix": [
                "beneficiary_bank_account": .string(beneficiary.text), "enrollment": .string(enrollment),
            ]
        ]
        object["confirm"] = true
        object["external_id"] = externalID.map(JSONValue.string)
        return .object(object)
    }

    static func bankAccount() -> JSONValue {
        [
            "institution": .string(ipe.id.text),
            "holder": [
                "type": "BUSINESS",
                "information": [
                    "name": "Loja Exemplo Ltda", "identifier": "11222333000181", "identifier_type": "CNPJ",
                ],
            ],
            "details": ["country": "BRA", "account_type": "CHECKINGS", "agency": "0001", "number": "100200300"],
        ]
    }

    static func app(
        appID: String = "ABCDE12345.br.com.loja",
        platform: String = "IOS",
        callbackURLs: [String] = [callbackURL],
        fingerprints: [String] = []
    ) -> JSONValue {
        var object = JSONObject()
        object["platform"] = .string(platform)
        object["app_id"] = .string(appID)
        object["callback_urls"] = .array(callbackURLs.map(JSONValue.string))
        if !fingerprints.isEmpty {
            object["sha256_cert_fingerprints"] = .array(fingerprints.map(JSONValue.string))
        }
        return .object(object)
    }

    static func customer(_ holder: SandboxHolder = alice) -> JSONValue {
        [
            "identifier": .string(holder.cpf), "name": .string(holder.name), "email": "alice@exemplo.com.br",
            "phone": "+5511987654321", "address": "Rua das Flores, 1", "external_id": "cliente-1",
        ]
    }
}

extension JSONValue {
    /// The same value with the member at `path` replaced; `nil` takes it out.
    func replacing(_ path: [String], with value: JSONValue?) -> JSONValue {
        guard let name = path.first, var object = object else { return value ?? .null }
        if path.count == 1 {
            object[name] = value
        } else {
            object[name] = (object[name] ?? .object(JSONObject())).replacing(Array(path.dropFirst()), with: value)
        }
        return .object(object)
    }

    func at(_ path: String...) -> JSONValue? {
        path.reduce(Optional(self)) { $0?[$1] }
    }
}
