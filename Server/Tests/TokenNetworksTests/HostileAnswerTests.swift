import ChaveTransport
import ChaveWire
import Testing
import TokenActivationCore

@testable import TokenNetworks

/// A network, or somebody between, that answers 200 with what its interface does not say.
@Suite struct HostileAnswerTests {
    private static let pairs = CardNetwork.allCases.flatMap { network in
        Question.allCases.map { (network, $0) }
    }

    private func outcome(_ question: Question, _ network: CardNetwork, _ body: [UInt8]) async throws -> Question.Outcome
    {
        let transport = ScriptedNetwork(.answer(HTTPResponse(status: 200, body: body)))
        return await question.ask(try Sample.provider(network, transport), about: network)
    }

    @Test(arguments: pairs)
    func whatIsCutOffIsUnreadable(_ network: CardNetwork, _ question: Question) async throws {
        let whole = Sample.answer(question, network).encoded()
        for length in whole.indices {
            #expect(
                try await outcome(question, network, Array(whole.prefix(length))) == .fault(.unreadableAnswer),
                "\(length)"
            )
        }
        #expect(try await outcome(question, network, whole + [UInt8(ascii: "}")]) == .fault(.unreadableAnswer))
    }

    /// Each member in turn holds what it must not.
    @Test(arguments: pairs)
    func aMemberOfAnotherKindIsUnreadable(_ network: CardNetwork, _ question: Question) async throws {
        let hostile: [JSONValue] = [
            true, 1, -1, [], [[]], ["a"], .object(JSONObject()), "", "a b", "\u{7}", "..", "a/b", "é",
            .string(String(repeating: "a", count: 2_000)), .number(try #require(JSONNumber("1e400"))), nil,
        ]
        for value in hostile {
            for (member, body) in Sample.answer(question, network).replacingEachMember(with: value)
            where !Self.isAllowed(value, member) {
                #expect(
                    try await outcome(question, network, body.encoded()) == .fault(.unreadableAnswer),
                    "\(member) \(value)"
                )
            }
        }
    }

    /// What the interface lets a member be.
    private static func isAllowed(_ value: JSONValue, _ member: String) -> Bool {
        switch member {
        case "tokens", "Token": value == []
        case "deviceIndex": value.isNull || value == 1
        case "deviceName", "DeviceName": value.isNull || ["a b", "..", "a/b", "é"].contains(value.string)
        case "walletAccountID", "WalletAccountId", "stepUpRequestedAt", "ActivationRequestedDateTime": value.isNull
        default: false
        }
    }

    @Test(arguments: pairs)
    func anAnswerAboutAnotherTokenOrCardIsUnreadable(_ network: CardNetwork, _ question: Question) async throws {
        let other: JSONValue = "SBXOTHER0000000000000000"
        let names: Set =
            question == .tokens
            ? ["panReferenceID", "PanUniqueReference"] : ["tokenReferenceID", "TokenUniqueReference"]
        let bodies = Sample.answer(question, network).replacingEachMember(with: other).filter {
            names.contains($0.member)
        }
        #expect(bodies.count == 1)
        for body in bodies {
            #expect(try await outcome(question, network, body.body.encoded()) == .fault(.unreadableAnswer))
        }
    }

    @Test func aTokenOfAnotherWalletIsNotTheOneAskedFor() async throws {
        for network in CardNetwork.allCases {
            let transport = ScriptedNetwork(
                .answer(HTTPResponse(status: 200, body: Sample.answer(.token, network).encoded()))
            )
            let reference = TokenReference(id: Sample.token(network).id, requestorID: "40000000000")
            let outcome = await Question.token.ask(
                try Sample.provider(network, transport),
                reference,
                about: network
            )
            // The one is asked by the wallet and must not answer with another; the other does not ask by it.
            #expect(outcome == (network == .visa ? .fault(.unreadableAnswer) : .tokens([])))
        }
    }

    @Test(arguments: pairs)
    func longAndDeepAnswersAreUnreadable(_ network: CardNetwork, _ question: Question) async throws {
        let filler = String(repeating: " ", count: 300 * 1_024)
        let whole = Sample.answer(question, network)
        for body in [
            Array(filler.utf8) + whole.encoded(),
            Array(String(repeating: "[", count: 100_000).utf8),
            Array("{\"a\":1,\"a\":2}".utf8),
            [0xEF, 0xBB, 0xBF] + whole.encoded(),
            [0xFF, 0xFE, 0x00],
        ] {
            #expect(try await outcome(question, network, body) == .fault(.unreadableAnswer))
        }
    }

    @Test func moreTokensThanAWalletCanHoldAreUnreadable() async throws {
        for network in CardNetwork.allCases {
            let one = Sample.answer(.tokens, network)
            let token = try #require(
                one["tokens"]?.array?.first ?? one["SearchResponse"]?["Tokens"]?["Token"]?.array?.first
            )
            let many = JSONValue.array(Array(repeating: token["tokenReferenceID"] ?? "a", count: 1_001))
            let body: JSONValue =
                network == .visa ? ["tokens": many] : ["SearchResponse": ["Tokens": ["Token": many]]]
            #expect(try await outcome(.tokens, network, body.encoded()) == .fault(.unreadableAnswer))
        }
    }

    @Test func aCodeThatMayHoldMoreThanACodeIsNone() async throws {
        for network in CardNetwork.allCases {
            for code in [
                "", "4111111111111111", "a4111-1111-1", "with space", "a\u{0}", "é", "_a", "1a",
                String(repeating: "a", count: 65),
            ] {
                let body = Sample.refusal(code, network).encoded()
                let transport = ScriptedNetwork(.answer(HTTPResponse(status: 409, body: body)))
                let outcome = await Question.approve.ask(try Sample.provider(network, transport), about: network)
                #expect(outcome == .fault(.unreadableAnswer), "\(code)")
            }
        }
        #expect(RefusalCode(String(repeating: "a", count: 64)) != nil)
        #expect(RefusalCode("a12345678") != nil)
        #expect(RefusalCode("a123456789") == nil)
    }
}

extension JSONValue {
    /// One value for each member of each object inside, with that member replaced.
    fileprivate func replacingEachMember(with value: JSONValue) -> [(member: String, body: JSONValue)] {
        switch self {
        case .object(let object):
            object.members.flatMap { name, inner in
                var replaced = object
                replaced[name] = value
                let deeper = inner.replacingEachMember(with: value).map { member, body in
                    var outer = object
                    outer[name] = body
                    return (member, JSONValue.object(outer))
                }
                return [(name, .object(replaced))] + deeper
            }
        case .array(let elements):
            elements.indices.flatMap { index in
                elements[index].replacingEachMember(with: value).map { member, body in
                    var outer = elements
                    outer[index] = body
                    return (member, JSONValue.array(outer))
                }
            }
        case .null, .bool, .number, .string: []
        }
    }
}
