import ChaveBase
import ChavePixModel
import ChaveWire

/// Examples for people, made from the tables, so that no example can become outdated.
///
/// Each example body passes its own decoder (a test checks this). An example has every field, except fields that
/// exclude another, and a schedule: its days would be over, and most payments have none.
enum Samples {
    static func object(of schema: Schema) -> JSONValue {
        var object = JSONObject()
        for field in schema.fields where field.excludes.isEmpty {
            guard field.name != "schedule" else {
                if field.presence == .required { object[field.name] = .null }
                continue
            }
            object[field.name] = value(of: field, beside: object, in: schema)
        }
        return .object(object)
    }

    private static func value(of field: Field, beside siblings: JSONObject, in schema: Schema) -> JSONValue {
        switch field.agreement {
        case .sameText(let name): return siblings[name] ?? .null
        case .kind(let name):
            let kind = siblings[name]?.string.flatMap(TaxIdentifier.init(_:))?.kind
            return .string((kind ?? .cpf).rawValue)
        case nil: break
        }
        if case .variant(let by, let variants) = field.type {
            let chosen = variants.first { .string($0.value) == siblings[by] } ?? variants.first
            return chosen.map { object(of: $0.schema) } ?? [:]
        }
        if let known = sample(named: field.name, of: schema.name), field.takes(known) { return known }
        return value(of: field.type)
    }

    static func value(of type: FieldType) -> JSONValue {
        switch type {
        case .text(let longest, .plain): .string(String("text".prefix(longest ?? 4)))
        case .text(_, let format): text(of: format)
        case .matching(_, let count): .string(String(repeating: "1", count: max(1, count.lowerBound)))
        case .enumeration(let values, _): .string(values.first ?? "")
        case .boolean: false
        case .onlyTrue: true
        case .integer(let range): JSONValue(range.contains(1) ? 1 : range.lowerBound)
        case .decimal(let minimum, _): JSONValue(minimum ?? 0)
        case .amount, .money: "19.99"
        case .bytes(let count): .string(bytes(count))
        case .authenticatorAttachment: "platform"
        case .object(let schema): object(of: schema)
        case .array(let element, let count, _): count.upperBound == 0 ? [] : [value(of: element)]
        case .map, .mapChanges: ["order": "1234"]
        case .reference(let schema): object(of: schema)
        case .variant(_, let variants): variants.first.map { object(of: $0.schema) } ?? [:]
        case .anyObject, .any: [:]
        }
    }

    /// Sample bytes of a realistic length, within the permitted range.
    private static func bytes(_ count: ClosedRange<Int>) -> String {
        let size = min(max(count.lowerBound, 32), count.upperBound)
        return Base64URL.encode((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) })
    }

    private static func text(of format: TextFormat) -> JSONValue {
        switch format {
        case .plain, .anyText: "text"
        case .token: "eyJhbGciOiJFUzI1NiJ9"
        case .uuid: "0193a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b"
        case .partOfName: "exem"
        case .date, .anyDate: "2024-01-15"
        case .timestamp: "2024-11-26T11:20:57.389056Z"
        case .taxIdentifier: "52998224725"
        case .callbackURL: "https://loja.example/callback"
        case .webhookURL: "https://loja.example/webhooks"
        case .timeZoneOffset: "-03:00"
        case .language: "pt"
        case .email: "maria@example.com"
        case .phone: "+5511987654321"
        case .agency: "0001"
        case .accountNumber: "100200300"
        case .pixKey: "maria@example.com"
        case .appID: "ABCDE12345.br.example.loja"
        case .certificateFingerprint: .string(Array(repeating: "A1", count: 32).joined(separator: ":"))
        case .pageCursor: "after.0193a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b"
        case .endToEndID: "E99999999202411261120AbCdEfGhIjK"
        }
    }

    /// A typical value for a field name; used when the field's type accepts it.
    private static func sample(named name: String, of object: String) -> JSONValue? {
        switch name {
        case "name" where object == "Institution", "display_name": "Banco Exemplo"
        case "legal_entity_name": "Banco Exemplo S.A."
        case "name": "Maria Silva"
        case "first_name": "Maria"
        case "last_name": "Silva"
        case "address": "Rua das Flores, 1, São Paulo"
        case "country": "BRA"
        case "currency": "BRL"
        case "external_id": "order-1234"
        case "description": "Order 1234"
        case "statement_description": "Loja Exemplo"
        case "created_by": "Loja Exemplo Ltda"
        case "deviceId", "device_id": "2f1c7c0e-device"
        case "osVersion": "18.1"
        case "height": 2_556
        case "width": 1_179
        case "elapsedTimeSinceBoot": 86_400_000
        case "screenBrightness": JSONNumber("0.5").map(JSONValue.number)
        case "latitude": JSONNumber("-23.55").map(JSONValue.number)
        case "longitude": JSONNumber("-46.63").map(JSONValue.number)
        case "website", "icon_logo", "logo", "text_logo": "https://bank.example/logo.png"
        case "primary_color": "#0A7F5A"
        case "redirect_url": "https://bank.example/authorize?request=abc"
        case "status_reason_code", "status_reason_message", "failure_code", "failure_message": .null
        case "error", "error_description": .string("access_denied")
        case "next", "previous": .null
        // The example app is an iOS app, which has none.
        case "sha256_cert_fingerprints": []
        case "active": true
        default: nil
        }
    }
}

extension Field {
    /// Whether the field accepts `json`, by the same check as the decoder of a request.
    fileprivate func takes(_ json: JSONValue) -> Bool {
        let table = Schema("Sample", "One value.", [Field("value", type, .required, isNullable: isNullable, summary)])
        do throws(FieldErrors) {
            try table.check(["value": json])
            return true
        } catch { return false }
    }
}
