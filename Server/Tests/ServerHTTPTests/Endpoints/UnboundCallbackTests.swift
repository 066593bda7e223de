import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import SandboxBank
import Testing

/// The body of the guides' server programs names no enrollment: only an organisation that has said so takes it.
struct UnboundCallbackTests {
    private static let path = "/payments/br/enrollments/complete-redirection/"

    @Test func aServersBodyWithoutItsEnrollmentIsRefusedWithTheFieldAndTheWayOut() async throws {
        try await withServer { server in
            let created = try await Self.created(server)
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            for body in [callback, callback.replacing(["state"], with: "unknown")] {
                let reply = try await server.send(.post(Self.path, body), as: server.shop.basic)
                expectRefusal(reply, 400, "required", field: "enrollment")
                #expect(reply.text.contains("unbound_callbacks") && reply.text.contains("session"), "\(reply.text)")
            }
            let stored = try await server.done(.get("/payments/br/enrollments/\(created.id)/"), as: server.shop.basic)
            #expect(stored["status"] == "PENDING")
            let bound = callback.replacing(["enrollment"], with: .string(created.id))
            let taken = try await server.done(.post(Self.path, bound), as: server.shop.basic)
            #expect(taken["status"] == "PENDING" && taken.header("Warning") == nil)
        }
    }

    @Test(arguments: DoorKind.allCases)
    func withUnboundCallbacksTheGuidesBodyIsTakenAndWarnedOf(door: DoorKind) async throws {
        try await door.withServer { server in
            _ = try await server.administration.setOrganisation(server.shop.organisation, unboundCallbacks: true)
            let created = try await Self.created(server)
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            let rival = try await server.send(.post(Self.path, callback), as: server.rival.basic)
            expectRefusal(rival, 400, "required", field: "enrollment")
            let wrong = callback.replacing(["enrollment"], with: .string("0193a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b"))
            expectRefusal(try await server.send(.post(Self.path, wrong), as: server.shop.basic), 404, "not_found")
            let call = Call.post(Self.path, callback, key: "k1")
            for _ in 1...2 {
                let taken = try await server.done(call, as: server.shop.basic)
                #expect(taken["id"]?.string == created.id && taken["status"] == "PENDING")
                #expect(taken.header("Warning")?.hasPrefix(#"299 chave ""#) == true)
                #expect(taken.header("Warning")?.contains("enrollment") == true)
            }
            try await server.settle()
            let waiting = try await server.done(.get("/payments/br/enrollments/\(created.id)/"), as: server.shop.basic)
            #expect(waiting.json.at("details", "status") == "AWAITING_ENROLLMENT")
            _ = try await server.administration.setOrganisation(server.shop.organisation, unboundCallbacks: false)
            let late = try await server.send(.post(Self.path, callback), as: server.shop.basic)
            expectRefusal(late, 400, "required", field: "enrollment")
        }
    }

    @Test func aRefusalAtTheBankIsTakenWithoutItsEnrollmentToo() async throws {
        try await withServer { server in
            _ = try await server.administration.setOrganisation(server.shop.organisation, unboundCallbacks: true)
            let created = try await Self.created(server)
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).refuse(created)
            let taken = try await server.done(.post(Self.path, callback), as: server.shop.basic)
            #expect(taken["status"] == "FAILED" && taken.header("Warning") != nil)
            let unknown = callback.replacing(["state"], with: "unknown")
            expectRefusal(try await server.send(.post(Self.path, unknown), as: server.shop.basic), 404, "not_found")
        }
    }

    /// A device is bound by its secret, and needs no setting.
    @Test func aDevicesBodyNeedsNoEnrollment() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create()
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            let taken = try await device.done(.post(Self.path, callback))
            #expect(taken["status"] == "PENDING" && taken.header("Warning") == nil)
        }
    }

    private static func created(_ server: TestServer) async throws -> Reply {
        try await server.done(.post("/payments/br/enrollments/", Bodies.enrollment()), as: server.shop.basic)
    }
}
