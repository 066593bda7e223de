import ChaveBase
import ChavePixModel
import ChaveWire
import Console
import Foundation
import PaymentsCore
import PaymentsStores
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// The bell of a whole server.
struct ConsoleWiringTests {
    @Test func whatIsStoredRingsAndALookForWorkDoesNot() async throws {
        let directory = try await WholeServer.newDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let server = try await WholeServer.start(in: directory)
        let bell = server.listeners.bell
        // Twelve looks a test; a server looks four times a second, and its pages must not be drawn anew each time.
        let idle = bell.mark
        for _ in 0..<12 { _ = try await server.payments.sweep() }
        _ = try await server.store.enrollmentsOfAll(status: nil, limit: 9)
        #expect(bell.mark == idle)

        let merchant = try #require(server.merchant)
        let keys = Credentials.basic(merchant.secretID, merchant.secretPassword).headers
        let hook = ServerRequest(
            method: "POST",
            path: "/payments/br/webhooks/",
            headers: keys + [("Content-Type", "application/json")],
            body: .bytes((["url": "https://loja.example/a"] as JSONValue).encoded())
        )
        #expect(await server.api.respond(to: hook).answer.status == 201)
        let hooked = bell.mark
        #expect(hooked > idle)
        await bell.change(after: idle, withinMilliseconds: 600_000)
        let enrollment = ServerRequest(
            method: "POST",
            path: "/payments/br/enrollments/",
            headers: keys + [("Content-Type", "application/json")],
            body: .bytes(Bodies.enrollment().encoded())
        )
        #expect(await server.api.respond(to: enrollment).answer.status == 201)
        #expect(bell.mark > hooked)
        await server.close()
    }
}
