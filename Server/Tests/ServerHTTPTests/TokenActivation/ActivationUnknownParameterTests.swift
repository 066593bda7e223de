import ChaveWire
import Testing

@testable import CardsHTTP
@testable import ServerHost

/// A parameter that an address does not know is said, not ignored.
struct ActivationUnknownParameterTests {
    @Test func eachAddressRefusesAParameterThatItsRowDoesNotName() async throws {
        try await withActivations { rig in
            let ana = try await rig.holder()
            for (path, methods) in ActivationAddressTests.addresses {
                for method in methods {
                    let call = Call(method: method, target: "\(path)?unheard_of=1").bearer(ana.token)
                    let reply = try await rig.send(call)
                    expectProblem(reply, .invalidParameter, at: "\(method) \(path)")
                    #expect(reply["errors"]?.array?.map { $0["parameter"]?.string } == ["unheard_of"], "\(path)")
                    #expect(reply["errors"]?.array?.allSatisfy { $0["pointer"] == nil } == true)
                }
            }
            let twice = try await rig.send(.get("/app2app/v1/cards?a=1&a=2").bearer(ana.token))
            expectProblem(twice, .invalidParameter)
            let stranger = try await rig.send(.get("/app2app/v1/cards?unheard_of=1"))
            expectProblem(stranger, .invalidToken)
        }
    }

    @Test func aNameThatMayBeACardsNumberIsNotToldAgain() async throws {
        try await withActivations { rig in
            let ana = try await rig.holder()
            let reply = try await rig.send(.get("/app2app/v1/cards?4111111111111111=1").bearer(ana.token))
            expectProblem(reply, .invalidParameter)
            #expect(reply["errors"] == [] && !reply.text.contains("4111"))
        }
    }
}
