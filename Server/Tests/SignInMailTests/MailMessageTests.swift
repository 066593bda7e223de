import ChaveBase
import ChaveWire
import Foundation
import SignInModel
import Testing

@testable import SignInMail

/// What a mail becomes on its way out, and what nobody can make of it.
struct MailMessageTests {
    private static func message(
        to recipient: String = "maria@example.com",
        subject: String = "Register your device",
        text: String = "Hello",
        at seconds: Int64 = 1_772_452_800
    ) throws -> (headers: [String], body: String) {
        let sender = try #require(MailAddress("sign-in@padaria.example"))
        let mail = Mail(recipient: recipient, subject: subject, text: text)
        let bytes = try MailMessage(mail, from: sender, id: "ab-1\nX: 1", at: Timestamp(seconds: seconds)).bytes
        let whole = String(decoding: bytes, as: UTF8.self)
        let end = try #require(whole.range(of: "\n\n"))
        let head = whole[..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return (head, String(whole[end.upperBound...]))
    }

    @Test func itHasTheHeadersThatAMailNeedsAndNoOthers() throws {
        let (headers, body) = try Self.message()
        #expect(
            headers == [
                "From: <sign-in@padaria.example>", "To: <maria@example.com>", "Subject: Register your device",
                "Date: Mon, 02 Mar 2026 12:00:00 +0000", "Message-ID: <ab-1X1@padaria.example>", "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit",
                "Auto-Submitted: auto-generated",
            ]
        )
        #expect(body == "Hello\n")
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970"), (951_782_400, "Tue, 29 Feb 2000"), (1_798_761_599, "Thu, 31 Dec 2026"),
        (4_102_444_800, "Fri, 01 Jan 2100"),
    ])
    func aDayHasItsNameAndItsMonth(_ seconds: Int64, _ day: String) {
        #expect(MailDate.text(Timestamp(seconds: seconds)).hasPrefix(day))
    }

    @Test(arguments: [
        "", "maria", "a@b@c.example", "a@b.example, x@y.example", "a@b.example\nBcc: x@y.example", "a@b.example\r",
        "@b.example",
        "<a@b.example>", "a b@c.example", "a@", "a@b..example", ".a@b.example", "-f@b.example", "é@b.example",
        "a@bücher.example", "a@-b.example", "\"a b\"@c.example", "a@[127.0.0.1]", "a@b.example\u{0}", "a(c)@b.example",
    ])
    func whatIsNoSingleAddressGetsNoMail(_ recipient: String) {
        #expect(throws: MailMessage.Refusal.noAddress) { try Self.message(to: recipient) }
    }

    /// RFC 2047, section 2: each word at most 75 characters, each line at most 76, and no word ends within a character.
    @Test(arguments: [
        "Padaria Aurora: registre seu aparelho / register your device", "Pão & Açúcar: cadastro", "日本語の件名",
        String(repeating: "é", count: 200), String(repeating: "👩🏽‍💻", count: 30), "=?UTF-8?B?WA==?=",
        String(repeating: "a", count: 300),
    ])
    func aSubjectIsReadAsItWasWritten(_ subject: String) throws {
        let headers = try Self.message(subject: subject).headers
        let start = try #require(headers.firstIndex { $0.hasPrefix("Subject: ") })
        let lines = headers[start...].enumerated().prefix { $0.offset == 0 || $0.element.hasPrefix(" ") }.map(\.element)
        #expect(lines.allSatisfy { $0.utf8.count <= 90 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        let text = lines.joined(separator: "\n").dropFirst("Subject: ".count)
        #expect(try Self.decoded(String(text)) == subject)
    }

    private static func decoded(_ text: String) throws -> String {
        guard text.hasPrefix("=?UTF-8?B?") else { return text }
        return try text.split(separator: "\n ").map { word in
            #expect(word.utf8.count <= 75)
            let inner = word.dropFirst("=?UTF-8?B?".count).dropLast(2)
            let bytes = try #require(Base64.decode(String(inner)))
            return try #require(String(validating: bytes, as: UTF8.self))
        }.joined()
    }

    @Test(arguments: ["A\nBcc: x@y.example", "A\r\nBcc: x@y.example", "A\u{2028}Bcc: x", "A\u{0}B", "A\r\n\r\nBody"])
    func nothingInASubjectIsAHeader(_ subject: String) throws {
        let headers = try Self.message(subject: subject).headers
        #expect(headers.count == 9)
        #expect(!headers.contains { $0.hasPrefix("Bcc") })
    }

    /// RFC 5322, section 2.1.1; lines end as programs on this machine end them.
    @Test func aBodysLinesAreShortAndHoldNoControlCharacters() throws {
        let word = String(repeating: "ã", count: 2_000)
        let text = "one\r\ntwo\rthree\n\n\u{1B}[31m\u{0}\(word) \(word) end\n" + String(repeating: "Q ", count: 900)
        let body = try Self.message(text: text).body
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.prefix(4).elementsEqual(["one", "two", "three", ""]))
        #expect(lines.allSatisfy { $0.utf8.count <= 998 })
        #expect(body.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        #expect(body.filter { $0 == "ã" }.count == 4_000)
        #expect(body.contains("[31m") && body.contains("end"))
        #expect(body.filter { $0 == "Q" }.count == 900)
    }

    @Test func aLinkIsInOnePiece() throws {
        let link = "https://chave.example/t/padaria-aurora/bind?token=" + String(repeating: "x", count: 43)
        #expect(try Self.message(text: "Open:\n\n\(link)\n").body.contains("\n\(link)\n"))
    }
}
