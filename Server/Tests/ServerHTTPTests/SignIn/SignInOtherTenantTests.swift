import ChaveBase
import ChaveWire
import SignInCore
import SignInModel
import Testing

@testable import ServerHost

/// What a token opens by itself is opened below its own tenant's address, or without one, and nowhere else.
struct SignInOtherTenantTests {
    /// The same call below the other tenant's address.
    private static func misplaced(_ call: Call, _ rig: SignInRig) throws -> Call {
        let own = "/t/\(rig.home.text)/"
        try #require(call.target.hasPrefix(own))
        var call = call
        call.target = "/t/\(rig.rival.text)/" + call.target.dropFirst(own.count)
        return call
    }

    @Test func anExtensionIsUnknownBelowTheOtherTenantsAddress() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            let tag = try await scene.tag
            let paired = try await scene.pairing()
            let claim = scene.claim(paired.claim)
            var ended = claim
            ended.method = "DELETE"
            let calls = [
                scene.get, scene.get.waiting(20, knowing: tag), try scene.approval(paired.pairing),
                scene.refusal(paired.pairing), scene.delete, claim, claim.waiting(20, knowing: tag), ended,
            ]
            for call in calls {
                let reply = try await rig.send(Self.misplaced(call, rig))
                expectSignInRefusal(reply, 401, .invalidToken, at: "\(call.method) \(call.target)")
            }
            #expect(try await rig.done(claim)["status"]?.string == "pending")
            #expect(try await rig.done(scene.approval(paired.pairing))["status"]?.string == "done")
        }
    }

    @Test func aMailedLinkIsUnknownBelowTheOtherTenantsAddress() async throws {
        try await withSignIn { rig in
            _ = try await rig.manage(.post("/v1/manage/users", SignInRig.person))
            let link = String(rig.mail.link.dropFirst(TestServer.baseURL.count))
            let opened = try await rig.send(Self.misplaced(.get(link), rig))
            expectSignInRefusal(opened, 400, .invalidRegistrationToken)
            let phone = PhoneInHand()
            let path = AddressForm.belowTenant.path("/v2/credentials", rig.home)
            let binding = Call.post(path, try await rig.binding(phone))
            for _ in 1...2 {
                let reply = try await rig.send(Self.misplaced(binding, rig))
                expectSignInRefusal(reply, 400, .invalidRegistrationToken, field: "token")
                #expect(try await rig.send(binding).status == 201)
            }
        }
    }
}
