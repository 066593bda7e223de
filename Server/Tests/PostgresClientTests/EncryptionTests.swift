import PostgresTestSupport
import Testing

@testable import PostgresClient

/// Connections by TLS, with a server whose certificate the test made.
@Suite(.serialized, .timeLimit(.minutes(10))) struct EncryptionTests {
    private static let password = "a-word-that-nobody-says"

    /// Runs `body` with a server that lets in by TLS alone, and by a password where the user is maria.
    private func withServer(_ body: (PostgresServer, ServerCertificate) async throws -> Void) async throws {
        let (server, certificate) = try await Limit.apart {
            let server = try PostgresServer()
            let certificate = try ServerCertificate(in: server.directory)
            try server.append(certificate.settings)
            try server.allow(["hostssl all maria all scram-sha-256", "hostssl all all all trust"])
            try server.start()
            return (server, certificate)
        }
        defer { server.remove() }
        try await body(server, certificate)
    }

    /// The reason why no connection came about; `nil` when one did.
    private func failure(_ connectionString: String) async throws -> PostgresError? {
        var settings = try PostgresSettings(connectionString)
        settings.connectTimeout = .seconds(20)
        return try await Limit.apart { [settings] in
            do throws(PostgresError) {
                _ = try PostgresConnection.open(settings) { false }
                return nil
            } catch {
                return error
            }
        }
    }

    private static func string(_ server: PostgresServer, host: String = "localhost", _ rest: String) -> String {
        "postgres://chave@\(host):\(server.port)/postgres?\(rest)"
    }

    @Test func whatIsVerifiedInFullIsLetIn() async throws {
        try await withServer { server, certificate async throws in
            let string = Self.string(server, "sslmode=verify-full&sslrootcert=\(certificate.root)")
            var settings = try PostgresSettings(string)
            (settings.deadline, settings.longestWait) = (.seconds(20), .seconds(20))
            let pool = PostgresPool(settings)
            let isEncrypted = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
            #expect(try await pool.ask(isEncrypted).first == .boolean(true))
            await pool.close()
        }
    }

    /// The certificate is good, and is that of another host.
    @Test func anotherHostIsRefused() async throws {
        try await withServer { server, certificate async throws in
            for mode in ["verify-full", "verify-ca"] {
                let rest = "sslmode=\(mode)&sslrootcert=\(certificate.root)"
                let error = try await failure(Self.string(server, host: "127.0.0.1", rest))
                guard mode == "verify-full" else {
                    #expect(error == nil, "the authority is right, and no name was asked for")
                    continue
                }
                #expect(error?.kind == .connectionLost)
                let said = error?.explanation ?? ""
                #expect(said.contains("does not match host name"), "\(said)")
            }
        }
    }

    @Test func anotherAuthorityIsRefused() async throws {
        try await withServer { server, _ async throws in
            let other = try await PostgresServer.started()
            defer { other.remove() }
            let root = try await Limit.apart { try ServerCertificate(in: other.directory).root }
            for mode in ["verify-full", "verify-ca"] {
                let error = try await failure(Self.string(server, "sslmode=\(mode)&sslrootcert=\(root)"))
                #expect(error?.kind == .connectionLost)
                #expect(error?.explanation?.contains("certificate verify failed") == true)
            }
        }
    }

    /// Nothing is said in the clear where TLS was asked for.
    @Test func aServerWithoutItIsRefusedWhereItIsRequired() async throws {
        let plain = try await PostgresServer.started()
        defer { plain.remove() }
        for mode in ["require", "verify-full"] {
            let error = try await failure(Self.string(plain, host: "127.0.0.1", "sslmode=\(mode)"))
            #expect(error?.kind == .connectionLost, "\(mode)")
            #expect(error?.sqlState == nil, "\(mode)")
        }
        #expect(try await failure(Self.string(plain, host: "127.0.0.1", "sslmode=prefer")) == nil)
    }

    @Test func aServerThatWantsItRefusesWhoComesWithout() async throws {
        try await withServer { server, _ async throws in
            let error = try await failure(Self.string(server, host: "127.0.0.1", "sslmode=disable"))
            #expect(error?.kind == .notAuthorised)
            #expect(error?.sqlState == "28000")
        }
    }

    /// By SCRAM, and what was given is in no error.
    @Test func aPasswordLetsInAndIsNeverShown() async throws {
        try await withServer { server, certificate async throws in
            let rest = "sslmode=verify-full&sslrootcert=\(certificate.root)"
            let owner = PostgresPool(try PostgresSettings(Self.string(server, rest)))
            try await owner.write("CREATE ROLE maria LOGIN PASSWORD '\(Self.password)'")
            await owner.close()
            let place = "localhost:\(server.port)/postgres?\(rest)"
            #expect(try await failure("postgres://maria:\(Self.password)@\(place)&channel_binding=require") == nil)
            let error = try await failure("postgres://maria:another-\(Self.password)@\(place)")
            #expect(error?.kind == .notAuthorised)
            #expect(error?.sqlState == "28P01")
            #expect(!"\(String(describing: error))".contains(Self.password))
            #expect(!"\(String(describing: error))".contains("maria"))
        }
    }
}
