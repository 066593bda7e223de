import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import SandboxBank
import Testing

/// The answer to a callback holds what the guides' samples hold.
struct RedirectionAnswerTests {
    private static let path = "/payments/br/enrollments/complete-redirection/"

    @Test(arguments: DoorKind.allCases)
    func theAnswerToACallbackHoldsAddressEndAndAccount(door: DoorKind) async throws {
        try await door.withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create()
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            let returned = try await device.done(.post(Self.path, callback))
            #expect(returned["status"] == "PENDING")
            Self.expectSample(returned.json, of: created, at: "the answer")
            try await server.settle()
            let one = "/payments/br/enrollments/\(created.id)/"
            let waiting = try await device.done(.get(one))
            #expect(waiting.json.at("details", "status") == "AWAITING_ENROLLMENT")
            Self.expectSample(waiting.json, of: created, at: "one that waits for its credential")
            _ = try await device.done(.post("\(one)confirm/", try await device.confirmation(of: created.id)))
            try await server.settle()
            let list = try await server.done(.get("/payments/br/enrollments/"), as: server.shop.basic)
            #expect(list.results.first?["status"] == "SUCCEEDED")
            Self.expectSample(list.results.first ?? .null, of: created, at: "a list for API keys")
            Self.expectSample(try await device.done(.post("\(one)cancel/")).json, of: created, at: "a cancelled one")
        }
    }

    /// `number` is five stars and the last four, as in the samples.
    private static func expectSample(_ enrollment: JSONValue, of created: Reply, at what: Comment) {
        let details = enrollment["details"]
        let redirectURL = created.json.at("details", "redirect_url")
        #expect(redirectURL?.string != nil && details?["redirect_url"] == redirectURL, what)
        #expect(details?["expires_at"]?.string.flatMap(Timestamp.init(rfc3339:)) != nil, what)
        let account = enrollment.at("details", "payer_information", "bank_account")
        #expect(account?["institution_id"] == details?["institution"], what)
        #expect(account?["agency"]?.string == "0001", what)
        #expect(account?["account_type"] == "CHECKINGS", what)
        let number = account?["number"]?.string ?? ""
        #expect(number.hasPrefix("*****") && number.count == 9, what)
    }

    @Test func aFailedCallbackKeepsTheAddress() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create()
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).refuse(created)
            let returned = try await device.done(.post(Self.path, callback))
            #expect(returned["status"] == "FAILED")
            let url = created.json.at("details", "redirect_url")
            #expect(url?.string != nil && returned.json.at("details", "redirect_url") == url)
            #expect(returned.json.at("details", "payer_information") == .null, "the bank told no account")
        }
    }

    @Test func aBankThatIsSilentHoldsUpNoCallback() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create()
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            server.mask.lose(.readEnrollment)
            let returned = try await device.done(.post(Self.path, callback))
            #expect(returned["status"] == "PENDING")
            #expect(returned.json.at("details", "payer_information") == .null)
            server.mask.lose()
            server.clock.advance(seconds: 5)
            try await server.settle()
            let waiting = try await device.done(.get("/payments/br/enrollments/\(created.id)/"))
            Self.expectSample(waiting.json, of: created, at: "once the bank has told it")
        }
    }

    @Test func theAccountOfSomebodyElseIsNotShown() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create()
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            server.mask.tell(Bodies.bruno, insteadOf: Bodies.alice)
            let returned = try await device.done(.post(Self.path, callback))
            #expect(returned["status"] == "PENDING")
            #expect(returned.json.at("details", "payer_information") == .null)
            try await server.settle()
            let ended = try await device.done(.get("/payments/br/enrollments/\(created.id)/"))
            #expect(ended["status_reason_code"] == "holder_mismatch")
            #expect(ended.json.at("details", "payer_information") == .null)
        }
    }
}
