import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import InstitutionPort
import PaymentsCore
import PaymentsModel
import SandboxBank
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// The organisation of `chave load`, made beside a sandbox that runs.
struct LoadMerchantTests {
    private static func with(_ body: (ChaveServer, DataPlace) async throws -> Void) async throws {
        let directory = try await WholeServer.newDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let server = try await WholeServer.start(in: directory)
        do {
            try await body(server, .files(directory))
            await server.close()
        } catch {
            await server.close()
            throw error
        }
    }

    /// Opens the account through the server, as the command does.
    private static func made(_ server: ChaveServer, _ place: DataPlace) async throws -> SandboxMerchant {
        try await SandboxMerchant.makeForLoad(in: place) { id, password in
            let bank = try #require(server.bank?.directory.first).id
            let keys = Data("\(id):\(password)".utf8).base64EncodedString()
            let request = ServerRequest(
                method: "POST",
                path: "/payments/br/bank-accounts/",
                headers: [("Authorization", "Basic \(keys)"), ("Content-Type", "application/json")],
                body: .bytes(SandboxMerchant.account(of: .load, at: bank).encoded())
            )
            let answer = await server.api.respond(to: request).answer
            #expect(answer.status == 201)
            return try #require(try JSONValue(parsing: answer.body)["id"]?.string.flatMap(BankAccountID.init))
        }
    }

    @Test func itIsAnotherThanTheShopsAndKept() async throws {
        try await Self.with { server, place in
            #expect(try SandboxMerchant.stored(.load, in: place.directory) == nil)
            let made = try await Self.made(server, place)
            let shop = try #require(server.merchant)
            #expect(made.organisation != shop.organisation && made.beneficiary != shop.beneficiary)
            let kept = try #require(try SandboxMerchant.stored(.load, in: place.directory))
            #expect(kept.secretID == made.secretID && kept.secretPassword == made.secretPassword)
            #expect(FileMode.of("\(place.directory)/load.json") == 0o600)
            // Without the file the organisation is found again.
            try FileManager.default.removeItem(atPath: "\(place.directory)/load.json")
            #expect(try await Self.made(server, place).organisation == made.organisation)
        }
    }

    /// Commands that need no name of an organisation still mean the shop.
    @Test func theShopStaysTheOneThatGoesWithoutSaying() async throws {
        try await Self.with { server, place in
            let made = try await Self.made(server, place)
            try await DataDirectory.administer(place) { administration in
                let meant = try await administration.organisation(named: nil, besides: made.organisation)
                #expect(meant.id == server.merchant?.organisation)
                await #expect(throws: Administration.Refusal.self) {
                    _ = try await administration.organisation(named: nil)
                }
            }
        }
    }

    @Test func whereNoDataAreNothingIsMade() async throws {
        let nowhere = NSTemporaryDirectory() + "chave-nowhere-" + UUID().uuidString
        await #expect(throws: DataDirectory.Missing.self) {
            _ = try await SandboxMerchant.makeForLoad(in: .files(nowhere)) { _, _ in
                Issue.record("an account was asked for")
                return BankAccountID(high: 1, low: 1)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: nowhere))
    }
}
