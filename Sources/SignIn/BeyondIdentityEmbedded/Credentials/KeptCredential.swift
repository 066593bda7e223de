import ChaveBase
import ChaveWire
import Crypto

/// The stored data of a credential, with only the fields that are unchanged since they were written.
struct KeptCredential: Hashable, Sendable {
    enum Field: String, CaseIterable, Hashable, Sendable {
        case credential, user, keyHandle = "key_handle", created, name, logoURL = "logo_url", loginURI = "login_uri"
        case enrollURI = "enroll_uri", chain, rootFingerprint = "root_fingerprint", state
    }

    let tenant: String
    /// The unchanged fields; a changed field is missing.
    private var values: [Field: JSONValue]

    init(tenant: String, values: [Field: JSONValue]) {
        self.tenant = tenant
        self.values = values
    }

    init(_ bound: BoundCredential, keyHandle: String) {
        tenant = bound.tenant
        values = [
            .credential: .string(bound.credential),
            .user: .string(bound.user),
            .keyHandle: .string(keyHandle),
            .created: .string(bound.created),
            .name: .string(bound.name),
            .logoURL: .string(bound.logoURL),
            .loginURI: JSONValue(bound.loginURI),
            .enrollURI: JSONValue(bound.enrollURI),
            .chain: .array(bound.chain.map(JSONValue.string)),
            .rootFingerprint: .string(bound.rootFingerprint),
            .state: .string(CredentialState.active.rawValue),
        ]
    }

    func text(_ field: Field) -> String? { values[field]?.string }

    /// The certificates in PEM, leaf first; empty when the field was changed.
    var chain: [String] { values[.chain]?.array?.compactMap(\.string) ?? [] }

    var state: CredentialState {
        guard Field.allCases.allSatisfy({ values[$0] != nil }),
            let state = text(.state).flatMap(CredentialState.init(rawValue:))
        else { return .invalid }
        return state
    }

    mutating func set(_ state: CredentialState) { values[.state] = .string(state.rawValue) }

    mutating func set(chain: [String], root: String) {
        values[.chain] = .array(chain.map(JSONValue.string))
        values[.rootFingerprint] = .string(root)
    }

    /// The credential for the app.
    var credential: Credential {
        Credential(
            created: text(.created),
            handle: Credential.Handle(tenant),
            keyHandle: text(.keyHandle),
            name: text(.name) ?? "",
            logoURL: text(.logoURL) ?? "",
            loginURI: text(.loginURI),
            enrollURI: text(.enrollURI),
            chain: chain,
            rootFingerprint: text(.rootFingerprint),
            state: state
        )
    }
}

extension KeptCredential {
    /// The stored record, in which each field has a tag that only this device's integrity key can make.
    func sealed(record: String, key: SymmetricKey) -> [UInt8] {
        var object = JSONObject()
        for field in Field.allCases {
            guard let value = values[field] else { continue }
            object[field.rawValue] = .array([value, .string(tag(field, value, record, key))])
        }
        return JSONValue.object(object).encoded()
    }

    /// Reads the fields whose tags are valid; without a readable record there are none.
    init(tenant: String, record: String, opening bytes: [UInt8]?, key: SymmetricKey) {
        self.init(tenant: tenant, values: [:])
        guard let object = bytes.flatMap({ try? JSONValue(parsing: $0) })?.object else { return }
        for field in Field.allCases {
            guard let pair = object[field.rawValue]?.array, pair.count == 2, let claimed = pair[1].string,
                let code = try? Base64URL.decode(claimed),
                HMAC<SHA256>.isValidAuthenticationCode(
                    code,
                    authenticating: tagged(field, pair[0], record),
                    using: key
                )
            else { continue }
            values[field] = pair[0]
        }
    }

    private func tag(_ field: Field, _ value: JSONValue, _ record: String, _ key: SymmetricKey) -> String {
        let bytes = tagged(field, value, record)
        return Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key)))
    }

    /// The tagged bytes: tenant, record and field name prevent a swap with another or an older field.
    private func tagged(_ field: Field, _ value: JSONValue, _ record: String) -> [UInt8] {
        JSONValue.array([.string(tenant), .string(record), .string(field.rawValue), value]).encoded()
    }
}
