@testable import HTTPKernel

/// A way into the server.
protocol Door: Sendable {
    func send(_ request: ServerRequest) async throws -> ServerAnswer
}

/// Straight in.
struct MemoryDoor: Door {
    let api: APIServer

    func send(_ request: ServerRequest) async throws -> ServerAnswer { await api.respond(to: request).answer }
}
