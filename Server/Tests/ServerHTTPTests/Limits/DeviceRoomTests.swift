import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel
import SandboxBank
import Testing

/// How much a device may have open, make and note (docs/decisions/0044).
struct DeviceRoomTests {
    private static let path = "/payments/br/enrollments/"

    /// Six notes that are so many bytes as JSON, from 2,000 to 2,400.
    private func notes(bytes: Int) -> JSONValue {
        let lengths = Array(repeating: 380, count: 5) + [bytes - 49 - 5 * 380]
        return notes(lengths)
    }

    private func notes(_ lengths: [Int]) -> JSONValue {
        var object = JSONObject()
        for (index, length) in lengths.enumerated() {
            object["n\(index)"] = .string(String(repeating: "a", count: length))
        }
        return .object(object)
    }

    @Test(arguments: [true, false])
    func anAnonymousDeviceDoesNotFillTheStorage(_ isBound: Bool) async throws {
        try await withServer { server in
            var customer: String?
            if isBound {
                customer =
                    try await server.done(.post("/payments/br/customers/", Bodies.customer()), as: server.shop.basic).id
            }
            let device = try await TestDevice(server, of: server.shop, boundTo: customer)
            var made: [String] = []
            for _ in 0..<DeviceLimits.openEnrollments { made.append(try await device.create().id) }
            let refused = try await device.send(.post(Self.path, Bodies.enrollment()))
            expectRefusal(refused, 409, "conflict")
            #expect(refused.text.contains("\(DeviceLimits.openEnrollments) enrollments PENDING"))
            // Nothing else is blocked: reads, lists, and the merchant's server.
            #expect(try await device.send(.get("\(Self.path)\(made[0])/")).status == 200)
            #expect(try await server.send(.post(Self.path, Bodies.enrollment()), as: server.shop.basic).status == 201)
            // One that ends makes room for one.
            _ = try await device.done(.post("\(Self.path)\(made[0])/cancel/"))
            try await server.settle()
            #expect(try await device.send(.post(Self.path, Bodies.enrollment())).status == 201)
            expectRefusal(try await device.send(.post(Self.path, Bodies.enrollment())), 409, "conflict")
        }
    }

    /// A device names itself: with another secret and the same token it finds no more room.
    @Test(arguments: [true, false])
    func aTokenIsCountedWhateverItsDeviceCallsItself(_ isBound: Bool) async throws {
        try await withServer { server in
            var customer: String?
            if isBound {
                customer =
                    try await server.done(.post("/payments/br/customers/", Bodies.customer()), as: server.shop.basic).id
            }
            let device = try await TestDevice(server, of: server.shop, boundTo: customer)
            func send(_ number: Int, _ access: String? = nil) async throws -> Reply {
                let secret = Base64URL.encode(Array(repeating: UInt8(number), count: 32))
                return try await server.send(
                    .post(Self.path, Bodies.enrollment()),
                    as: .bearer(access ?? device.access, device: secret)
                )
            }
            for number in 0..<DeviceLimits.openEnrollmentsOfGrant { #expect(try await send(number).status == 201) }
            let refused = try await send(99)
            expectRefusal(refused, 409, "conflict")
            #expect(refused.text.contains("by this token"))
            // A fresh token of a customer is that customer's; of nobody, it is somebody else's.
            let fresh = try await TestDevice(server, of: server.shop, boundTo: customer)
            #expect(try await send(98, fresh.access).status == (isBound ? 409 : 201))
        }
    }

    @Test func whatATokenMakesInADayIsCountedThoughItEnds() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            for _ in 0..<DeviceLimits.enrollmentsADayOfGrant {
                _ = try await device.done(.post("\(Self.path)\(try await device.create().id)/cancel/"))
            }
            try await server.settle()
            let refused = try await device.send(.post(Self.path, Bodies.enrollment()))
            expectRefusal(refused, 409, "conflict")
            #expect(refused.text.contains("within a day"))
            #expect(try await TestDevice(server, of: server.shop).create().status == 201)
        }
    }

    @Test func devicesThatEnrollAtOnceFindTheSameRoom() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<DeviceLimits.openEnrollments * 2 {
                    group.addTask { try await device.send(.post(Self.path, Bodies.enrollment())).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 201 } == DeviceLimits.openEnrollments)
            #expect(statuses.count { $0 == 409 } == DeviceLimits.openEnrollments)
        }
    }

    /// Each answer would be kept for a week, and whoever sends a fresh key with each would fill the storage.
    @Test func whatADeviceRepeatsUnderFreshKeysIsNotKept() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create()
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            let calls: [(path: String, body: JSONValue?)] = [
                ("\(Self.path)complete-redirection/", callback), ("\(Self.path)\(created.id)/cancel/", nil),
            ]
            for (path, body) in calls {
                let first = try await device.done(.post(path, body, key: "first"))
                try await server.settle()
                for number in 0..<5 {
                    let again = try await device.done(.post(path, body, key: "\(path)\(number)"))
                    #expect(again["status"] == first["status"] && again.header("Idempotent-Replayed") == nil)
                }
            }
            let later = server.clock.now.adding(seconds: 60)
            #expect(try await server.store.pruneIdempotency(before: later, limit: 100) == 2)
        }
    }

    @Test func aDevicesNotesAreShort() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let most = DeviceLimits.metadataBytes
            let cases = [
                (notes(bytes: most), true), (notes(bytes: most + 1), false),
                (notes(Array(repeating: 500, count: 50)), false),
            ]
            #expect(cases[0].0.encoded().count == most)
            for (notes, isTaken) in cases {
                let enrolling = Bodies.enrollment().replacing(["metadata"], with: notes)
                let paying = try await device.intentBody(enrollment).replacing(["metadata"], with: notes)
                for (path, body) in [(Self.path, enrolling), ("/payments/br/payment-intents/", paying)] {
                    let reply = try await device.send(.post(path, body))
                    if isTaken {
                        #expect(reply.status == 201, "\(reply.text)")
                    } else {
                        expectRefusal(reply, 400, "too_long", field: "metadata")
                    }
                    #expect(try await server.send(.post(path, body), as: server.shop.basic).status == 201)
                }
            }
        }
    }

    @Test func theIntentsThatDevicesLeavePendingHaveAnEnd() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            var made: [String] = []
            for _ in 0..<DeviceLimits.openIntentsOfEnrollment {
                made.append(try await device.createIntent(enrollment).id)
            }
            let body = try await device.intentBody(enrollment)
            let refused = try await device.send(.post("/payments/br/payment-intents/", body))
            expectRefusal(refused, 409, "conflict")
            #expect(refused.text.contains("payment intents PENDING"))
            // The merchant's server has no such limit, and what it makes takes no room.
            #expect(
                try await server.send(.post("/payments/br/payment-intents/", body), as: server.shop.basic).status == 201
            )
            _ = try await device.done(.post("/payments/br/payment-intents/\(made[0])/cancel/"))
            #expect(try await device.send(.post("/payments/br/payment-intents/", body)).status == 201)
            expectRefusal(try await device.send(.post("/payments/br/payment-intents/", body)), 409)
        }
    }
}
