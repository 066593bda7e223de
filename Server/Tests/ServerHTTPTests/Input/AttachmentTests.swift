import ChaveBase
import ChavePixModel
import ChaveWire
import SandboxBank
import Testing

/// Which authenticators an enrollment's platform takes, judged with the shape and before anything is spent.
struct AttachmentTests {
    /// `nil`: the member is left out.
    private static let attachments: [String?] = ["platform", "cross-platform", nil]

    private static func isTaken(_ attachment: String?, on platform: String) -> Bool {
        attachment == "platform" || (platform == "BROWSER" && attachment == "cross-platform")
            || (platform == "BROWSER" && attachment == nil)
    }

    /// An enrollment of that platform which waits for its credential.
    private static func waiting(_ device: TestDevice, _ platform: String) async throws -> String {
        let body = Bodies.enrollment(deviceID: device.deviceID)
            .replacing(["details", "platform"], with: .string(platform))
        let created = try await device.done(.post("/payments/br/enrollments/", body))
        let callback = try await HolderAtBank(server: device.server, holder: Bodies.alice).approve(created)
        _ = try await device.done(.post("/payments/br/enrollments/complete-redirection/", callback))
        try await device.server.settle()
        return created.id
    }

    private static func status(_ device: TestDevice, _ path: String) async throws -> String? {
        try await device.done(.get("/payments/br/\(path)/"))["status"]?.string
    }

    @Test(arguments: ["IOS", "ANDROID", "BROWSER"])
    func aCredentialOfAnotherAuthenticatorIsRefusedAndSpendsNothing(_ platform: String) async throws {
        try await withServer { server in
            for attachment in Self.attachments {
                let device = try await TestDevice(server, of: server.shop)
                let id = try await Self.waiting(device, platform)
                let good = try await device.confirmation(of: id)
                let body = good.replacing(
                    ["confirmation_data", "authenticatorAttachment"],
                    with: attachment.map(JSONValue.string)
                )
                let call = Call.post("/payments/br/enrollments/\(id)/confirm/", body)
                let reply = try await device.send(call)
                if Self.isTaken(attachment, on: platform) {
                    #expect(reply.status == 204, "\(platform) \(attachment ?? "none"): \(reply.text)")
                    continue
                }
                expectRefusal(reply, 400, field: "confirmation_data.authenticatorAttachment", at: "\(platform)")
                #expect(try await Self.status(device, "enrollments/\(id)") == "PENDING")
                let taken = try await device.send(.post("/payments/br/enrollments/\(id)/confirm/", good))
                #expect(taken.status == 204, "\(taken.text)")
            }
        }
    }

    @Test(arguments: ["IOS", "ANDROID", "BROWSER"])
    func anAssertionOfAnotherAuthenticatorIsRefusedAndSpendsNothing(_ platform: String) async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await Self.waiting(device, platform)
            let confirmation = try await device.confirmation(of: enrollment)
            _ = try await device.done(.post("/payments/br/enrollments/\(enrollment)/confirm/", confirmation))
            try await server.settle()
            for attachment in Self.attachments {
                let intent = try await device.createIntent(enrollment, externalID: attachment ?? "none")
                let good = try await device.authorisation(of: intent)
                let body = good.replacing(
                    ["assertion", "authenticatorAttachment"],
                    with: attachment.map(JSONValue.string)
                )
                let path = "/payments/br/payment-intents/\(intent.id)/authorize/"
                let reply = try await device.send(.post(path, body))
                if Self.isTaken(attachment, on: platform) {
                    #expect(reply.status == 204, "\(platform) \(attachment ?? "none"): \(reply.text)")
                    continue
                }
                expectRefusal(reply, 400, field: "assertion.authenticatorAttachment", at: "\(platform)")
                #expect(try await Self.status(device, "payment-intents/\(intent.id)") == "PENDING")
                let taken = try await device.send(.post(path, good))
                #expect(taken.status == 204, "\(taken.text)")
            }
        }
    }

    /// The shape is judged first: not even an intent that is over changes what is wrong with the body.
    @Test func theShapeIsJudgedBeforeTheStateOfTheIntent() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let intent = try await device.createIntent(enrollment)
            let body = try await device.authorisation(of: intent)
                .replacing(["assertion", "authenticatorAttachment"], with: "cross-platform")
            let path = "/payments/br/payment-intents/\(intent.id)"
            _ = try await device.done(.post("/payments/br/enrollments/\(enrollment)/cancel/"))
            let reply = try await device.send(.post("\(path)/authorize/", body))
            expectRefusal(reply, 400, field: "assertion.authenticatorAttachment")
        }
    }
}
