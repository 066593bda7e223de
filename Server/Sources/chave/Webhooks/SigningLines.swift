import ChaveBase
import ChaveCeremonyDebugger
import ChavePixModel
import ChaveWire
import PaymentsCore
import ServerHost
import Webhooks

/// One line of the input of `chave webhooks sign` and `verify`.
struct SigningLine {
    let number: Int
    let json: JSONValue

    /// The secrets in the order in which they sign.
    func secrets() throws(UnreadableInput) -> [WebhookSecret] {
        let texts = json["secret"]?.array ?? [json["secret"] ?? .null]
        let secrets = texts.compactMap { $0.string.flatMap(WebhookSecret.init(text:)) }
        guard !texts.isEmpty, secrets.count == texts.count else {
            throw unreadable("\"secret\" is whsec_… with 24 to 64 bytes, or an array of such")
        }
        return secrets
    }

    func body() throws(UnreadableInput) -> [UInt8] {
        guard let body = json["body"]?.string else { throw unreadable("\"body\" is the text as it is sent") }
        return Array(body.utf8)
    }

    /// The time of a member; now when the line has none.
    func time(_ name: String) throws(UnreadableInput) -> Timestamp {
        guard let given = json[name] else { return World.live.now() }
        guard let seconds = given.number?.int64, (0...99_999_999_999).contains(seconds) else {
            throw unreadable("\"\(name)\" is a number of seconds since 1970")
        }
        return Timestamp(seconds: seconds)
    }

    /// The value of a header, without regard to case; `nil` unless there is exactly one.
    func header(_ name: String) -> String? {
        let found = json["headers"]?.object?.members.filter { $0.name.lowercased() == name } ?? []
        return found.count == 1 ? found[0].value.string : nil
    }

    func unreadable(_ what: String) -> UnreadableInput { UnreadableInput("Line \(number): \(what).") }
}

enum SigningLines {
    /// Gives each line of standard input to `body` until one of them cannot be read.
    static func each(_ body: (SigningLine) throws(UnreadableInput) -> Void) async throws {
        var (number, failure): (Int, UnreadableInput?) = (0, nil)
        _ = try await StandardInput.eachLine { line in
            number += 1
            guard failure == nil else { return }
            do throws(UnreadableInput) {
                try body(try read(line, number))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private static func read(_ line: LineSplitter.Line, _ number: Int) throws(UnreadableInput) -> SigningLine {
        guard case .bytes(let bytes) = line else { throw UnreadableInput("Line \(number) is too long.") }
        do throws(JSONError) {
            return SigningLine(number: number, json: try JSONValue(parsing: bytes, limits: .list))
        } catch {
            throw UnreadableInput("Line \(number) is no JSON.")
        }
    }
}
