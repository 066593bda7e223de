import ChaveBase
import ChaveJOSE
import ChaveWire
import Foundation
import HTTPKernel
import Testing

@testable import Directory

/// A folder with a bank of one institution and an initiator, made once: its keys take a while.
private let made = Result { try Ground() }

private struct Ground {
    let folder: DirectoryFolder
    let world = World(
        now: { Timestamp(seconds: 1_800_000_000) },
        uptimeMilliseconds: { 0 },
        randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
        sleep: { _ in }
    )

    init() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("directory-\(UUID().uuidString)").path
        folder = try DirectoryFolder(path, port: 20_000, world: world)
        let institution = NewInstitution(
            id: "01936a5c-8000-7000-8000-00005a4d0001",
            label: "ipe",
            name: "Banco Ipê",
            legalName: "Banco Ipê Amarelo S.A.",
            ispb: "99000001"
        )
        try folder.addBank("bank", port: 21_000, institutions: [institution])
        try folder.addInitiator(
            "initiator",
            NewInitiator(
                name: "Loja Ação",
                commonName: "localhost",
                redirectURIs: ["https://loja.test/volta"],
                originURIs: ["https://loja.test"],
                webhookURIs: []
            )
        )
    }

    /// A server of the directory without a socket.
    func server() -> APIServer {
        APIServer(
            principal: DirectoryAPI(folder),
            operations: { _ in nil },
            admission: Admission(.sandbox),
            headers: AnswerHeaders(),
            names: nil,
            world: world
        )
    }

    func get(_ path: String) async throws -> (status: Int, json: JSONValue) {
        let answer = await server().respond(to: ServerRequest(method: "GET", path: path)).answer
        return (answer.status, try JSONValue(parsing: answer.body))
    }
}

@Suite struct DirectoryFolderTests {
    @Test func participantsHaveTheFormOfTheDirectory() async throws {
        let ground = try made.get()
        let (status, participants) = try await ground.get("/participants")
        #expect(status == 200)
        let bank = try #require(participants.array?.first)
        #expect(bank["RegistrationNumber"]?.string?.hasPrefix("99000001") ?? false)
        let server = try #require(bank["AuthorisationServers"]?.array?.first)
        #expect(server["Issuer"]?.string == "https://ipe.bank.test:21000")
        let families = server["ApiResources"]?.array?.compactMap { $0["ApiFamilyType"]?.string } ?? []
        #expect(Set(families) == ["enrollments", "payments-consents", "payments-pix"])
        let ends = server["ApiResources"]?.array?.compactMap {
            $0["ApiDiscoveryEndpoints"]?.array?.first?["ApiEndpoint"]?.string
        }
        #expect(ends?.first == "https://matls.ipe.bank.test:21001/open-banking/enrollments/v2/enrollments")
    }

    @Test func keystoresHaveTheKeysThatTheFoldersHold() async throws {
        let ground = try made.get()
        let file = ground.folder.path(ofParticipant: "initiator") + "/participant.json"
        let data = try #require(FileManager.default.contents(atPath: file))
        let participant = try JSONDecoder().decode(InitiatorParticipant.self, from: data)
        let (_, organisation) = try await ground.get("/keystore/\(participant.organisationID)/application.jwks")
        #expect(try JWKSet(json: organisation).keys.map(\.keyID) == [participant.signing.kid])
        let software = "/keystore/\(participant.organisationID)/\(participant.softwareStatementID)/application.jwks"
        let (_, keys) = try await ground.get(software)
        #expect(try JWKSet(json: keys).keys.map(\.keyID) == [participant.client.kid])
        #expect(try EncryptionKey.all(inSet: keys).map(\.keyID) == [participant.encryption.kid])
        #expect(keys["keys"]?.array?.allSatisfy { $0["d"] == nil } ?? false)
    }

    @Test(arguments: ["/keystore/nobody/application.jwks", "/keystore/a/b/application.jwks", "/elsewhere"])
    func whatIsNotThereIs404(_ path: String) async throws {
        #expect(try await made.get().get(path).status == 404)
    }

    @Test func softwareStatementsNeedACertificate() async throws {
        let answer = await (try made.get()).server().respond(to: ServerRequest(method: "POST", path: "/token")).answer
        #expect(answer.status == 401)
        #expect(try JSONValue(parsing: answer.body)["error"] == "invalid_client")
    }

    @Test(arguments: ["initiator", "", "Bank", "a/b", "ção", String(repeating: "a", count: 41)])
    func aNameThatIsTakenOrIsNoneIsRefused(_ name: String) throws {
        let folder = try made.get().folder
        let before = try folder.state()
        #expect(throws: DirectoryFolder.Problem.self) { try folder.addBank(name, port: 1, institutions: []) }
        #expect(try folder.state() == before)
    }

    @Test func newCertificatesComeWithNewKeys() throws {
        let folder = try made.get().folder
        let place = folder.path(ofParticipant: "initiator")
        let content = { (name: String) in FileManager.default.contents(atPath: "\(place)/\(name)") }
        let before = ["transport.key", "transport.pem", "signing.key", "signing.pem"].map(content)
        let written = try folder.renewCertificates(of: "initiator", days: 30)
        #expect(written == ["\(place)/transport.pem", "\(place)/signing.pem"])
        let after = ["transport.key", "transport.pem", "signing.key", "signing.pem"].map(content)
        #expect(zip(before, after).map { $0 != $1 } == [true, true, false, true])
        #expect(throws: DirectoryFolder.Problem.self) { try folder.renewCertificates(of: "nobody", days: 30) }
    }

    @Test func theDirectorysOwnCertificateIsMadeAnew() throws {
        let folder = try made.get().folder
        let before = FileManager.default.contents(atPath: "\(folder.path)/server.pem")
        #expect(try folder.renewCertificates(of: "directory", days: 30) == ["\(folder.path)/server.pem"])
        #expect(FileManager.default.contents(atPath: "\(folder.path)/server.pem") != before)
    }

    @Test func keysAreTheirOwnersAlone() throws {
        let folder = try made.get().folder
        for name in ["root.key", "issuer.key", "statements.key", "server.key"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func aDirectoryHasAnInstitutionOnce() throws {
        let folder = try made.get().folder
        let known = try #require(try folder.state().organisations.lazy.compactMap(\.authorisationServers.first).first)
        let again = NewInstitution(id: known.id, label: "other", name: "Other", legalName: "Other", ispb: "00000001")
        #expect(throws: DirectoryFolder.Problem.self) { try folder.addBank("other", port: 1, institutions: [again]) }
    }

    @Test(arguments: ["http://loja.test", "https://127.0.0.1", "https://a@loja.test", "https://loja", "loja.test", ""])
    func anAddressForWebhooksIsHTTPSToAName(_ address: String) throws {
        let folder = try made.get().folder
        let new = NewInitiator(
            name: "Loja",
            commonName: "loja.test",
            redirectURIs: [],
            originURIs: [],
            webhookURIs: [address]
        )
        #expect(throws: DirectoryFolder.Problem.self) { try folder.addInitiator("loja", new) }
    }

    @Test func aDamagedFileIsNamed() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("damaged-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: URL(fileURLWithPath: "\(path)/directory.json"))
        let folder = try DirectoryFolder(path, world: made.get().world)
        let problem = #expect(throws: DirectoryFolder.Problem.self) { try folder.state() }
        #expect(problem?.description.contains("\(path)/directory.json") ?? false)
    }
}
