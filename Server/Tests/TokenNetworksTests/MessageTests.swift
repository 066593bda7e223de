import ChaveTransport
import ChaveWire
import Testing
import TokenActivationCore

@testable import TokenNetworks

/// What is sent, byte for byte, and what is not sent at all.
@Suite struct MessageTests {
    private func sent(
        _ question: Question,
        _ network: CardNetwork,
        _ reference: TokenReference? = nil
    ) async throws -> HTTPRequest? {
        let transport = ScriptedNetwork(.failure(TransportError(.timedOut, mayHaveReachedServer: true)))
        _ = await question.ask(try Sample.provider(network, transport), reference, about: network)
        return transport.requests.first
    }

    @Test func aNetworkLikeVisasIsAskedByItsAddresses() async throws {
        let base = "https://network.example/api/vtis/v1"
        let token = "tokens/DNITHE412345678901234567890123"
        let read = try #require(await sent(.token, .visa))
        #expect(read.method == .get && read.body == nil)
        #expect(read.url == "\(base)/tokenRequestors/40099000017/\(token)")
        let ofNobody = TokenReference(id: "DNITHE412345678901234567890123", requestorID: nil)
        #expect(try await sent(.token, .visa, ofNobody)?.url == "\(base)/\(token)")
        let list = try #require(await sent(.tokens, .visa))
        #expect(list.method == .get && list.url == "\(base)/panReferences/V-3019310727778236299436/tokens")
    }

    @Test func anOrderLikeVisasBindsADevice() async throws {
        for (question, type, reason) in [
            (.approve, "TOKEN_DEVICE_BINDING_APPROVE", "Cardholder was authenticated in the issuer's app"),
            (.decline, "TOKEN_DEVICE_BINDING_REMOVE", "Cardholder or issuer declined in the issuer's app"),
            (.suspend, "TOKEN_SUSPEND", "Cardholder asked the issuer to suspend it"),
        ] as [(Question, String, String)] {
            let request = try #require(await sent(question, .visa))
            #expect(request.method == .post)
            #expect(
                request.url == "https://network.example/api/vtis/v1/tokenRequestors/40099000017"
                    + "/tokens/DNITHE412345678901234567890123/lifecycle"
            )
            #expect(request.headers["Idempotency-Key"] == "operation-1")
            #expect(request.headers["Content-Type"] == "application/json")
            #expect(
                request.body.map { String(decoding: $0, as: UTF8.self) } == """
                    {"operatorID":"issuer","operationReason":"\(reason)","operationType":"\(type)",\
                    "deviceInfo":{"deviceID":"0123456789abcdef01234567","deviceIndex":2}}
                    """
            )
        }
    }

    @Test func anOrderLikeMastercardsNamesTheTokenAndWhy() async throws {
        for (question, path, name, reason, comment) in [
            (.approve, "activate", "TokenActivateRequest", "A", "Cardholder was authenticated in the issuer's app"),
            (.decline, "decline", "TokenDeclineRequest", "C", "Cardholder or issuer declined in the issuer's app"),
            (.suspend, "suspend", "TokenSuspendRequest", "C", "Cardholder asked the issuer to suspend it"),
        ] as [(Question, String, String, String, String)] {
            let request = try #require(await sent(question, .mastercard))
            #expect(request.method == .post)
            #expect(request.url == "https://network.example/api/mdes/csapi/v2/token/\(path)")
            #expect(request.headers["Idempotency-Key"] == "operation-1")
            #expect(
                request.body.map { String(decoding: $0, as: UTF8.self) } == """
                    {"\(name)":{"TokenUniqueReference":"SBXTUR00000000000000ab",\
                    "PaymentAppInstanceId":"0123456789abcdef01234567","ReasonCode":"\(reason)",\
                    "CommentText":"\(comment)","AuditInfo":{"UserId":"issuer-app","Organization":"issuer"}}}
                    """
            )
        }
    }

    @Test func aNetworkLikeMastercardsIsSearched() async throws {
        for (question, criterion) in [
            (.token, #""TokenUniqueReference":"SBXTUR00000000000000ab""#),
            (.tokens, #""PanUniqueReference":"SBXPAN0000000000000001""#),
        ] as [(Question, String)] {
            let request = try #require(await sent(question, .mastercard))
            #expect(request.method == .post && request.url == "https://network.example/api/mdes/csapi/v2/search")
            #expect(
                request.body.map { String(decoding: $0, as: UTF8.self) } == """
                    {"SearchRequest":{\(criterion),"AuditInfo":{"UserId":"issuer-app","Organization":"issuer"}}}
                    """
            )
            #expect(request.headers["Idempotency-Key"] == nil)
        }
    }

    private static let unsendable = [
        "", ".", "..", "a/b", "a b", "a%2Fb", "a?b", "a#b", "a\r\nX: y", "a\u{0}", "é", "１２３", "\u{202E}a",
        String(repeating: "a", count: 129),
    ]

    /// A wallet's payload is nobody's word: no part of it may become an address or a header that it does not stand for.
    @Test(arguments: CardNetwork.allCases, unsendable)
    func aReferenceThatIsNoNameIsNeverSent(_ network: CardNetwork, _ text: String) async throws {
        for reference in [
            TokenReference(id: text, requestorID: nil), TokenReference(id: "DNITHE1", requestorID: text),
        ] {
            for question in [Question.token, .approve, .decline, .suspend] {
                let transport = ScriptedNetwork(.failure(TransportError(.timedOut, mayHaveReachedServer: true)))
                let outcome = await question.ask(
                    try Sample.provider(network, transport),
                    reference,
                    about: network
                )
                #expect(outcome == (question.isRead ? .tokens([]) : .fault(.refused(code: "invalidReference"))))
                #expect(transport.requests.isEmpty)
            }
        }
        let transport = ScriptedNetwork(.failure(TransportError(.timedOut, mayHaveReachedServer: true)))
        let provider = try Sample.provider(network, transport)
        #expect(try await provider.tokens(ofCard: text).isEmpty)
        var order = Sample.order(network, Sample.reference(network))
        order.deviceID = text
        await #expect(throws: TokenServiceFault.refused(code: "invalidReference")) { try await provider.approve(order) }
        order = Sample.order(network, Sample.reference(network))
        order.operationID = text
        await #expect(throws: TokenServiceFault.refused(code: "invalidReference")) { try await provider.approve(order) }
        #expect(transport.requests.isEmpty)
    }

    @Test func noFaultTellsOfTheToken() async throws {
        for network in CardNetwork.allCases {
            let token = Sample.token(network)
            for question in Question.allCases {
                let body = Sample.refusal("no\(token.id)", network).encoded()
                for status in [200, 404, 409, 500] {
                    let transport = ScriptedNetwork(.answer(HTTPResponse(status: status, body: body)))
                    let outcome = await question.ask(try Sample.provider(network, transport), about: network)
                    let told = String(describing: outcome) + String(reflecting: outcome)
                    #expect(!told.contains(token.id) && !told.contains(token.panReferenceID))
                }
            }
        }
    }
}
