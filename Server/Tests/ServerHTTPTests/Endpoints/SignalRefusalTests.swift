import ChaveBase
import ChavePixModel
import ChaveWire
import SandboxBank
import Testing

/// A bank that refuses a device by its signals: 201, and the enrollment has failed (Payments API, section 5).
struct SignalRefusalTests {
    @Test func signalsThatABankRefusesAre201AndFailed() async throws {
        try await withServer { server in
            let strict = try #require(SandboxInstitution.all.first { $0.temper == .rejectsByPolicy })
            let device = try await TestDevice(server, of: server.shop)
            let body = Bodies.enrollment(institution: strict, deviceID: device.deviceID)
                .replacing(["details", "risk_signals", "isRootedDevice"], with: true)
            let reply = try await device.send(.post("/payments/br/enrollments/", body))
            #expect(reply.status == 201, "\(reply.text)")
            #expect(reply["status"] == "FAILED")
            #expect(reply["status_reason_code"] == "risk_signals_rejected")
            #expect(reply["status_reason_message"]?.string?.isEmpty == false)
            #expect(reply.json.at("details", "status") == "REJECTED")
            #expect(reply.json.at("details", "redirect_url") == .null)
            try await server.settle()
            let read = try await device.done(.get("/payments/br/enrollments/\(reply.id)/"))
            #expect(read["status"] == "FAILED" && read["status_reason_code"] == "risk_signals_rejected")
        }
    }

    @Test func theSameBankTakesADeviceThatIsNotRooted() async throws {
        try await withServer { server in
            let strict = try #require(SandboxInstitution.all.first { $0.temper == .rejectsByPolicy })
            let device = try await TestDevice(server, of: server.shop)
            let reply = try await device.create(at: strict)
            #expect(reply.status == 201 && reply["status"] == "PENDING")
        }
    }
}
