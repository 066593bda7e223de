import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import Testing

/// A request that is held may see no more than one that is not.
struct HeldAccessTests {
    @Test func aKeyThatIsRevokedDuringTheWaitOpensNothing() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            let other = try await server.administration.createKey(for: server.shop.organisation, label: "other")
            let credentials = Credentials.basic(other.key.id.text, other.password)
            async let byKey = server.send(.get(scene.path).waiting(), as: credentials)
            try await server.untilHeld()
            try await server.administration.revokeKey(other.key.id)
            try await scene.cancel()
            expectRefusal(try await byKey, 401, "authentication_failed")
        }
    }

    @Test func aTokenThatEndsDuringTheWaitOpensNothing() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            let asking = Task { try await scene.device.send(.get(scene.path).waiting()) }
            try await server.untilHeld()
            // The intent's own time ends too: what happened to it is not told to a dead token.
            server.clock.advance(seconds: 901)
            let reply = try await server.passing { try await asking.value }
            expectRefusal(reply, 401, "token_not_valid")
            #expect(!reply.text.contains("consent_expired"))
        }
    }

    @Test func aTokenOfARevokedKeyOpensNothingAtTheEndOfTheWait() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            let asking = Task { try await scene.device.send(.get(scene.path).waiting(2)) }
            try await server.untilHeld()
            try await server.administration.revokeKey(server.shop.keyID)
            expectRefusal(try await server.passing { try await asking.value }, 401, "token_not_valid")
        }
    }

    @Test func anotherDeviceIsNotHeldAtAll() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            let stranger = try await TestDevice(server, of: server.shop, deviceID: "device-2")
            for path in [
                scene.path, "/payments/br/enrollments/\(scene.enrollment)/",
                "/payments/br/enrollments/\(scene.enrollment)/fido-registration-options/",
            ] {
                expectRefusal(try await stranger.send(.get(path).waiting()), 404, "not_found")
                expectRefusal(
                    try await stranger.send(.get(path).knowing("*")),
                    404,
                    "not_found",
                    at: "a tag tells nobody that an object is there"
                )
            }
            #expect(server.payments.waitingCount == 0)
        }
    }
}
