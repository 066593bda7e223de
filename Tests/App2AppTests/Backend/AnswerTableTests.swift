import App2App
import Foundation
import Testing

/// Each status with each code: which of them say that nothing was done, and which leave it open.
@Suite
struct AnswerTableTests {
    /// The page's table of errors: every code with its status.
    private struct Row: Hashable {
        let status: Int
        let code: String
    }

    /// What answers other calls, or says no with a meaning of its own.
    private static let special: Set<Row> = [
        Row(status: 404, code: "activation_not_found"), Row(status: 408, code: "request_overdue"),
        Row(status: 409, code: "token_not_active"), Row(status: 409, code: "activation_in_progress"),
    ]

    /// What is not told as `refused`, and means that this try at least did nothing.
    private static let own: [Row: TokenActivatorError.Code] = [
        Row(status: 401, code: "invalid_token"): .notSignedIn,
        Row(status: 401, code: "insufficient_user_authentication"): .freshAuthenticationNeeded,
        Row(status: 429, code: "too_many_requests"): .unavailable,
        Row(status: 503, code: "network_unavailable"): .unavailable,
    ]

    /// Without having been read: no word about what came before.
    private static let unread: Set<Row> = [
        Row(status: 400, code: "invalid_parameter"), Row(status: 404, code: "not_found"),
        Row(status: 405, code: "method_not_allowed"), Row(status: 406, code: "not_acceptable"),
        Row(status: 413, code: "request_too_large"), Row(status: 414, code: "address_too_long"),
        Row(status: 415, code: "unsupported_media_type"), Row(status: 431, code: "headers_too_large"),
    ]

    private static let statuses = [
        100, 201, 202, 204, 301, 303, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 413, 414, 415, 418, 421, 422,
        425, 429, 431, 451, 500, 501, 502, 503, 504, 599,
    ]

    private static func rows() throws -> Set<Row> {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appendingPathComponent("docs/app2app.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        let errors = lines.drop { $0 != "### Errors" }.prefix { $0 != "### Limits" }.filter { $0.hasPrefix("| `") }
        return Set(
            errors.flatMap { line in
                let cells = line.split(separator: "|")
                let codes = cells[0].split(separator: "`").map(String.init).filter { $0.first?.isLetter == true }
                let statuses = cells[1].split { $0 == "," || $0 == " " }.compactMap { Int($0) }
                return codes.enumerated().map { place, code in
                    Row(status: statuses[statuses.count == 1 ? 0 : place], code: code)
                }
            }
        )
    }

    private func failure(_ answers: [ScriptedExchange.Answer]) async throws -> TokenActivatorError.Code? {
        let activator = HTTPTokenActivator(
            baseURL: try #require(URL(string: "https://bank.example")),
            accessToken: { _ in "access-token" },
            exchange: ScriptedExchange(answers),
            pauses: ActivationPauses(tries: 2, sleep: { _ in })
        )
        do throws(TokenActivatorError) {
            _ = try await activator.activate(Sample.payload, idempotencyKey: "key-1")
            return nil
        } catch {
            return error.code
        }
    }

    /// By itself, and after a try of which nobody heard.
    @Test
    func eachStatusWithEachCode() async throws {
        let rows = try Self.rows()
        let codes = Set(rows.map(\.code)).union(["", "something_new"])
        for status in Self.statuses {
            for code in codes {
                let row = Row(status: status, code: code)
                let isNo =
                    (400..<500).contains(status) && rows.contains(row) && !Self.special.contains(row)
                    && Self.own[row] == nil
                let alone: TokenActivatorError.Code = isNo ? .refused(code) : Self.own[row] ?? .outcomeUnknown
                let answer = ScriptedExchange.problem(status, code)
                #expect(try await failure([answer]) == alone, "\(status) \(code)")
                let isDecided = isNo && !Self.unread.contains(row)
                let later: TokenActivatorError.Code = isDecided ? .refused(code) : .outcomeUnknown
                #expect(try await failure([.lost, answer]) == later, "\(status) \(code) after a lost try")
            }
        }
    }

    @Test
    func thePageHasTheErrorsThatTheTableIsMadeOf() throws {
        let rows = try Self.rows()
        #expect(rows.count > 30)
        #expect(rows.isSuperset(of: Self.special) && rows.isSuperset(of: Self.unread))
        #expect(rows.isSuperset(of: Self.own.keys))
        #expect(rows.allSatisfy { Self.statuses.contains($0.status) }, "each status of the page is tried")
    }

    /// A page of something in front of the backend, or half of an answer.
    @Test(arguments: ["", "<html></html>", #"{"id":"a","tokenReferenceID":"#, "[]"])
    func a200ThatCannotBeReadIsAskedAbout(_ body: String) async throws {
        let unreadable = ScriptedExchange.json(200, body)
        #expect(try await failure([unreadable]) == .outcomeUnknown)
        #expect(try await failure([unreadable, ScriptedExchange.active]) == nil)
    }
}
