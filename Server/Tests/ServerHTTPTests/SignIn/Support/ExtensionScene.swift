import ChaveBase
import ChaveWire
import PaymentsCore
import SignInCore
import Testing

@testable import HTTPKernel

/// A device that has begun to let another one in.
struct ExtensionScene: Sendable {
    let rig: SignInRig
    let form: AddressForm
    let phone: PhoneInHand
    let client: String
    let begun: Reply
    let id: String
    let token: String

    /// A claim that waits for the person, and the state that shows it.
    struct Paired: Sendable {
        var claim: Reply
        var pairing: Reply
    }

    init(_ rig: SignInRig, form: AddressForm = .belowTenant, person: String = "ana") async throws {
        self.rig = rig
        self.form = form
        client = try await rig.clientID()
        phone = try await rig.phone(person)
        begun = try await rig.extend(phone, client, form: form)
        id = try #require(begun["extension_id"]?.string)
        token = try #require(begun["extension_token"]?.string)
    }

    var code: String { begun["code"]?.string ?? "" }
    var path: String { form.path("/v2/extensions/\(id)", rig.home) }
    var get: Call { .get(path).bearer(token) }
    var delete: Call { .delete(path).bearer(token) }

    var tag: String {
        get async throws { try await tag(of: get) }
    }

    func tag(of call: Call) async throws -> String { try #require(try await rig.done(call).header("ETag")) }

    func claim(_ claim: Reply) -> Call {
        let id = claim["claim_id"]?.string ?? ""
        return .get(form.path("/v2/extension-claims/\(id)", rig.home)).bearer(claim["claim_token"]?.string ?? "")
    }

    /// Another device comes with the code of now.
    func pairing() async throws -> Paired {
        let code = try #require(try await rig.done(get)["code"]?.string)
        let claim = try await rig.done(rig.claim(code, by: PhoneInHand(), form: form))
        return Paired(claim: claim, pairing: try await rig.done(get))
    }

    func approval(_ state: Reply, number: String? = nil) throws -> Call {
        let pairing = try #require(state["pairing"])
        let bytes = try #require(Base64.decode(pairing["to_be_signed"]?.string ?? ""))
        return .post(
            path + "/approval",
            [
                "pairing_id": pairing["pairing_id"] ?? .null,
                "match_number": number.map(JSONValue.string) ?? pairing["match_number"] ?? .null,
                "signature": .string(try phone.signature(over: bytes)),
            ]
        ).bearer(token)
    }

    func refusal(_ state: Reply) -> Call {
        .post(path + "/refusal", ["pairing_id": state["pairing"]?["pairing_id"] ?? .null]).bearer(token)
    }

    /// All that the first device needs to ask its person.
    func expectPairing(_ state: Reply, _ claim: Reply) throws {
        let pairing = try #require(state["pairing"]?.object)
        #expect(
            pairing.names == ["pairing_id", "device_name", "match_number", "choices", "to_be_signed", "expires_in"]
        )
        #expect(pairing["device_name"]?.string == "Tablet")
        let number = try #require(pairing["match_number"]?.string)
        #expect(number == claim["match_number"]?.string && number.utf8.count == 2)
        let choices = try #require(pairing["choices"]?.array)
        #expect(Set(choices).count == 3 && choices.contains(.string(number)))
        #expect(state["code"] == nil)
    }
}
