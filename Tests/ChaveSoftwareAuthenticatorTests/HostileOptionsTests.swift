import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWire
import Testing

/// Whatever options come: an answer or an error, never a trap.
@Suite struct HostileOptionsTests {
    private static let full = """
        {"rp": {"id": "bank.example", "name": "Bank"},
         "user": {"id": "dXNlci0x", "name": "ana", "displayName": "Ana"},
         "rpId": "bank.example", "challenge": "R3dsT2REOE5oZ25JbVE", "timeout": 300000,
         "pubKeyCredParams": [{"alg": -8, "type": "public-key"}, {"alg": -7, "type": "public-key"}],
         "allowCredentials": [{"type": "public-key", "id": "AQID", "transports": ["internal"]}],
         "excludeCredentials": [{"type": "public-key", "id": "AQ", "transports": ["internal"]}],
         "authenticatorSelection": {"authenticatorAttachment": "platform", "residentKey": "required",
          "requireResidentKey": true, "userVerification": "required"},
         "userVerification": "required", "attestation": "direct", "attestationFormats": ["packed"],
         "hints": [], "extensions": {"credProps": true, "appid": "x", "prf": {"eval": {"first": "AA"}}}}
        """

    private static let odd: [JSONValue] = [
        nil, true, false, 0, -1, 1, [], [:], [nil], [[:]], [[[]]], "", "x", "é", "\u{0}", "AA==", "null",
        JSONValue(Int64.max), JSONValue(Int64.min), .string(String(repeating: "A", count: 5_000)),
        .array(Array(repeating: ["type": "public-key", "alg": -999, "id": "AQ"], count: 500)),
        ["type": "public-key"], ["id": 1], ["credProps": []], ["credProps": nil], ["residentKey": [:]],
    ]

    private static let oddNumbers = ["1e999", "-1e999", "0.5", "-0", "1e-999", "9223372036854775808", "4294967296"]

    @Test func eachMemberReplacedByEachOddValueEndsInAnAnswerOrAnError() async throws {
        let store = MemoryKeyStore()
        try store.insert(Sample.credential())
        let authenticator = Sample.authenticator(store)
        let options = try JSONValue(parsing: Self.full)
        let numbers = try Self.oddNumbers.map { try JSONValue(parsing: $0) }
        var count = 0
        for variant in Self.variants(of: options, with: Self.odd + numbers) {
            await run(variant, authenticator)
            count += 1
        }
        #expect(count > 1_000)
    }

    @Test func eachByteOfTheTextCutOrChangedEndsInAnAnswerOrAnError() async throws {
        let authenticator = Sample.authenticator()
        let good = Array(Self.full.utf8)
        for index in good.indices {
            for bytes in [Array(good.prefix(index)), good.replacing(index, with: good[index] ^ 0x01)] {
                if let json = try? JSONValue(parsing: bytes) { await run(json, authenticator) }
            }
        }
    }

    @Test func deepAndLongOptionsEndInAnAnswerOrAnError() async throws {
        let authenticator = Sample.authenticator()
        var deep: JSONValue = "x"
        for _ in 0..<1_000 { deep = [deep] }
        for name in ["extensions", "rp", "user", "excludeCredentials", "allowCredentials", "pubKeyCredParams"] {
            var json = try #require(try JSONValue(parsing: Self.full).object)
            json[name] = deep
            await run(.object(json), authenticator)
            json[name] = .array(Array(repeating: ["type": "public-key", "id": "AQ", "alg": -7], count: 20_000))
            await run(.object(json), authenticator)
        }
    }

    private func run(_ json: JSONValue, _ authenticator: SoftwareAuthenticator) async {
        do {
            let created = try await authenticator.makeCredential(CredentialCreationOptions(json: json))
            #expect(created.json["response"]?["attestationObject"]?.string?.isEmpty == false)
        } catch {
            #expect(!error.message.isEmpty)
        }
        do {
            let assertion = try await authenticator.getAssertion(CredentialRequestOptions(json: json))
            #expect(assertion.json["response"]?["signature"]?.string?.isEmpty == false)
        } catch {
            #expect(!error.message.isEmpty)
        }
    }

    /// The value with one part of it, at any depth, taken away or replaced.
    private static func variants(of value: JSONValue, with odd: [JSONValue]) -> [JSONValue] {
        var found = odd
        if let object = value.object {
            for (name, member) in object.members {
                for variant in variants(of: member, with: odd).map(Optional.some) + [nil] {
                    var changed = object
                    changed[name] = variant
                    found.append(.object(changed))
                }
            }
        } else if let elements = value.array {
            for index in elements.indices {
                for variant in variants(of: elements[index], with: odd) {
                    var changed = elements
                    changed[index] = variant
                    found.append(.array(changed))
                }
            }
        }
        return found
    }
}

extension [UInt8] {
    fileprivate func replacing(_ index: Int, with byte: UInt8) -> [UInt8] {
        var bytes = self
        bytes[index] = byte
        return bytes
    }
}
