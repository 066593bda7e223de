import ChaveBase
import ChavePixModel
import PaymentsCore

extension Call {
    /// The same call, held for at most so long.
    func waiting(_ seconds: Int = 30, knowing tag: String? = nil) -> Call {
        var call = self
        call.headers.append(("Prefer", "wait=\(seconds)"))
        if let tag { call.headers.append(("If-None-Match", tag)) }
        return call
    }

    func knowing(_ tag: String) -> Call {
        var call = self
        call.headers.append(("If-None-Match", tag))
        return call
    }
}

extension TestServer {
    /// Returns once so many requests are held.
    func untilHeld(_ count: Int = 1) async throws {
        // Not the server's time: only lets the threads that do the work have the processor.
        while payments.waitingCount < count { try await Task.sleep(for: .milliseconds(1)) }
    }
}

extension DoorKind {
    /// A server, and a way in for what is held: a test's client has one connection, and a held answer keeps it.
    func withServerThatHolds(
        _ body: @Sendable @escaping (_ server: TestServer, _ holding: TestServer) async throws -> Void
    ) async throws {
        try await ServerHTTPTests.withServer { server in
            switch self {
            case .memory: try await body(server, server)
            case .socket: try await server.withSocket { door, _ in try await body(server, server.through(door)) }
            }
        }
    }
}

extension TestServer {
    /// Passes the server's time until `answer` is there.
    ///
    /// One great step would not do: whoever is about to fall asleep reckons from after it.
    func passing<Answer: Sendable>(_ answer: @Sendable () async throws -> Answer) async throws -> Answer {
        let heart = Task {
            while !Task.isCancelled {
                clock.advance(milliseconds: 100)
                try? await Task.sleep(for: .milliseconds(1))
            }
        }
        defer { heart.cancel() }
        return try await answer()
    }
}

/// A device with an intent that waits for its approval.
struct HeldScene {
    let server: TestServer
    let device: TestDevice
    let enrollment: String
    let intent: Reply

    init(_ server: TestServer) async throws {
        self.server = server
        device = try await TestDevice(server, of: server.shop)
        enrollment = try await device.enroll()
        intent = try await device.createIntent(enrollment)
    }

    var path: String { "/payments/br/payment-intents/\(intent.id)/" }

    /// The version that it has now.
    var tag: String {
        get async throws { try await device.done(.get(path)).header("ETag") ?? "" }
    }

    func cancel() async throws { _ = try await device.done(.post("\(path)cancel/")) }

    func authorize() async throws {
        _ = try await device.done(.post("\(path)authorize/", try await device.authorisation(of: intent)))
    }
}
