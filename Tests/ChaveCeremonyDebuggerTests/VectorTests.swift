import ChaveBase
import ChaveCeremonyDebugger
import ChaveWebAuthn
import ChaveWire
import Foundation
import Testing

/// Published data, through the debugger.
@Suite(.enabled(if: Vectors.areThere, "no test vectors: set CHAVE_VECTORS"))
struct VectorTests {
    /// Those of WebAuthn Level 3, section 16, whose format is read here; both ceremonies, the second with what the first
    /// left.
    @Test func bothCeremoniesOfEachVectorHold() async throws {
        let file = try Vectors.load("webauthn_l3.json")
        var verified = 0
        for vector in try #require(file["vectors"]?.array) {
            let registered = await Sample.debugger.verify(.bytes(try request(vector, "registration", nil).encoded()))
            if registered.refusal == "attestation_format_unsupported" { continue }
            #expect(registered.outcome == .verified, "\(registered.json.text)")
            let stored = registered.json["stored"]
            let line = try request(vector, "authentication", stored).encoded()
            let authenticated = await Sample.debugger.verify(.bytes(line))
            #expect(authenticated.outcome == .verified, "\(authenticated.json.text)")
            verified += 1
        }
        #expect(verified >= 8)
    }

    /// The anchor of the vectors is the only one that their certificates lead to.
    @Test func certificatesMustLeadToAnAnchorThatIsGiven() async throws {
        let file = try Vectors.load("webauthn_l3.json")
        let root = try #require(file["attestation_root"]?["attestation_ca_cert"]?.string)
        let vectors = try #require(file["vectors"]?.array)
        let vector = try #require(vectors.first { $0["name"] == "packed-es256" })
        let anchors: [(anchors: [JSONValue], refusal: String, words: String)] = [
            ([.string(Vectors.pem(root))], "", ""),
            ([], "attestation_chain_not_trusted", "no trust anchors were given"),
            ([.string(Vectors.pem(try otherLeaf()))], "attestation_chain_not_trusted", "trust anchors (1 given)"),
        ]
        for each in anchors {
            let extra: JSONValue = ["formats": ["packed"], "trustAnchors": .array(each.anchors)]
            var line = try #require(try request(vector, "registration", nil).object)
            line["attestation"] = extra
            let verdict = await Sample.debugger.verify(.bytes(JSONValue.object(line).encoded()))
            #expect(verdict.refusal == each.refusal, "\(verdict.json.text)")
            if each.refusal.isEmpty {
                #expect(verdict.json["attestation"]?["type"] == "anchored")
            } else {
                #expect(verdict.message.contains(each.words), "\(verdict.message)")
            }
        }
        #expect(try Inspection.inspect(root)["kind"] == "certificate")
    }

    /// Another certificate than the root: the one that signed the attestation of some other credential.
    private func otherLeaf() throws -> String {
        let file = try Vectors.load("webauthn_l3.json")
        let other = try #require(file["vectors"]?.array?.first { $0["name"] == "packed-es384" })
        let bytes = Vectors.bytes(try #require(other["registration"]?["attestationObject"]?.string))
        let statement = try AttestationObject(decoding: bytes).statement
        let certificate = try #require(statement["x5c"]?.array?.first?.bytes)
        return certificate.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// RFC 8949, appendix A: everything well formed can be shown.
    @Test func allThatIsWellFormedCanBeShown() throws {
        for item in try #require(try Vectors.load("cbor_appendix_a.json").array) {
            let hex = try #require(item["hex"]?.string)
            // A simple value below 32 in two bytes is not well formed, whatever the collection says.
            guard hex != "f818" else { continue }
            let json = try Inspection.inspect(hex, as: .cbor, isLenient: true)
            let isOff = json["findings"]?.array?.isEmpty == false
            let isRefused = (try? CBORValue(decoding: Vectors.bytes(hex))) == nil
            #expect(isOff == isRefused, "\(hex): \(json.text)")
        }
    }

    @Test func nothingIllFormedIsShown() throws {
        for item in try #require(try Vectors.load("cbor_not_well_formed.json")["not_well_formed"]?.array) {
            let hex = try #require(item["hex"]?.string)
            let outcome = try? Inspection.inspect(hex, as: .cbor, isLenient: true)
            #expect(outcome == nil, "\(hex)")
        }
    }

    private func request(_ vector: JSONValue, _ ceremony: String, _ stored: JSONValue?) throws -> JSONValue {
        func bytes(_ part: String, _ name: String) -> [UInt8] { Vectors.bytes(vector[part]?[name]?.string ?? "") }
        var sample = ceremony == "registration" ? Sample.registration() : Sample.authentication()
        sample.id = bytes("registration", "credential_id")
        sample.request["origins"] = ["https://example.org"]
        sample.request["topOrigins"] = ["https://example.com"]
        // The vector none-es256-crossOrigin does not say whose frame it was.
        sample.request["allowsUnnamedTopOrigin"] = true
        sample.request["userVerification"] = "preferred"
        sample.request["challenge"] = .string(Base64URL.encode(bytes(ceremony, "challenge")))
        if let stored { sample.request["stored"] = stored }
        for name in ["clientDataJSON", "attestationObject", "authenticatorData", "signature"] {
            guard let hex = vector[ceremony]?[name]?.string else { continue }
            sample.response[name] = .string(Base64URL.encode(Vectors.bytes(hex)))
        }
        sample.response["userHandle"] = nil as JSONValue?
        return try sample.json()
    }
}

/// Published test data; without it the tests that need it are skipped.
private enum Vectors {
    static let directory: String = {
        if let directory = ProcessInfo.processInfo.environment["CHAVE_VECTORS"] { return directory }
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/shared/vectors"
    }()

    static var areThere: Bool { FileManager.default.fileExists(atPath: directory + "/webauthn_l3.json") }

    static func load(_ name: String) throws -> JSONValue {
        let data = try #require(FileManager.default.contents(atPath: directory + "/" + name))
        return try JSONValue(parsing: Array(data), limits: .list)
    }

    static func pem(_ hex: String) -> String {
        let lines = Data(bytes(hex)).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
    }

    static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }
}
