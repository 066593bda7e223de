import Testing

@testable import PostgresClient

@Suite struct SettingsTests {
    @Test(arguments: [
        "postgres://maria:secret-word@one.example,two.example:5433/pay?sslmode=require",
        "host=one user=maria password=secret-word dbname=pay",
    ])
    func aDescriptionNamesNeitherUserNorPassword(_ string: String) throws {
        let settings = try PostgresSettings(string)
        let shown = "\(settings) \(String(reflecting: settings))"
        #expect(!shown.contains("secret-word"))
        #expect(!shown.contains("maria"))
        #expect(shown.contains("one"))
        #expect(shown.contains("pay"))
    }

    @Test func eachHostIsTriedByItself() throws {
        let settings = try PostgresSettings("postgres://u@a:1,b:2,c:3/d?sslmode=verify-full")
        #expect(settings.candidates.map { $0["host"] } == ["a", "b", "c"])
        #expect(settings.candidates.map { $0["port"] } == ["1", "2", "3"])
        #expect(settings.candidates.allSatisfy { $0["target_session_attrs"] == "read-write" })
        #expect(settings.candidates.allSatisfy { $0["sslmode"] == "verify-full" })
    }

    @Test func onePortIsThatOfEachHost() throws {
        let settings = try PostgresSettings("host=a,b port=7 target_session_attrs=primary")
        #expect(settings.candidates.map { $0["port"] } == ["7", "7"])
        #expect(settings.candidates.first?["target_session_attrs"] == "primary")
    }

    @Test(arguments: [
        "host=a secret-word", "postgres://u:secret-word@[::1/d", "host=a nonsense=secret-word",
        "host=a,b,c port=1,2 password=secret-word", "host=a target_session_attrs=standby password=secret-word",
        "host=a target_session_attrs=prefer-standby password=secret-word", "host=a password=secret-word\u{0}",
    ])
    func aStringThatCannotBeUsedIsRefusedWithoutItsContent(_ string: String) {
        let error = #expect(throws: PostgresError.self) { try PostgresSettings(string) }
        #expect(error?.kind == .settingsWrong)
        #expect(!"\(String(describing: error))".contains("secret-word"))
    }
}
