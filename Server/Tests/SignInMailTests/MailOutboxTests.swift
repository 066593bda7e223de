import ChaveBase
import ChaveWire
import SignInModel
import Synchronization
import Testing

@testable import SignInMail

/// What a sandbox keeps of its mails.
struct MailOutboxTests {
    /// A file in memory that may refuse to be written.
    private final class Paper: Sendable {
        struct Full: Error {}
        private let state = Mutex<(bytes: [UInt8]?, isFull: Bool)>((nil, false))
        private let turn = Mutex(())

        var isFull: Bool {
            get { state.withLock { $0.isFull } }
            set { state.withLock { $0.isFull = newValue } }
        }

        func put(_ text: String) { state.withLock { $0.bytes = Array(text.utf8) } }

        var file: MailOutbox.File {
            MailOutbox.File(
                read: {
                    try self.state.withLock { state in
                        try state.bytes.map { try JSONValue(parsing: $0, limits: MailOutbox.fileLimits) }
                    }
                },
                write: { bytes in
                    try self.state.withLock { state in
                        if state.isFull { throw Full() }
                        state.bytes = bytes
                    }
                },
                alone: { body in try self.turn.withLock { _ in try body() } }
            )
        }
    }

    private static func mail(_ number: Int) -> Mail {
        Mail(
            recipient: "p\(number)@example.com",
            subject: "Ação \(number)",
            text: "https://x.example/bind?token=t\(number)"
        )
    }

    private static func outbox(_ paper: Paper, limit: Int = 3) throws -> MailOutbox {
        try MailOutbox(file: paper.file, limit: limit, now: { Timestamp(seconds: 1_772_452_800) })
    }

    @Test func theNewestAreKeptNewestFirst() async throws {
        let outbox = try Self.outbox(Paper())
        #expect(outbox.newest == [])
        for number in 1...5 { try await outbox.send(Self.mail(number)) }
        #expect(outbox.newest.map(\.mail) == [5, 4, 3].map(Self.mail))
        #expect(outbox.newest.allSatisfy { $0.sentAt == Timestamp(seconds: 1_772_452_800) })
    }

    @Test func aRestartKeepsThemAndASmallerOneFewer() async throws {
        let paper = Paper()
        let first = try Self.outbox(paper)
        for number in 1...3 { try await first.send(Self.mail(number)) }
        #expect(try Self.outbox(paper).newest == first.newest)
        #expect(try Self.outbox(paper, limit: 1).newest.map(\.mail) == [Self.mail(3)])
    }

    /// As two servers that share a directory.
    @Test func ofTwoWritersNoMailIsLost() async throws {
        let paper = Paper()
        let outboxes = [try Self.outbox(paper, limit: 100), try Self.outbox(paper, limit: 100)]
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 1...40 { tasks.addTask { try await outboxes[number % 2].send(Self.mail(number)) } }
            try await tasks.waitForAll()
        }
        #expect(Set(outboxes[0].newest.map(\.mail.recipient)) == Set((1...40).map { Self.mail($0).recipient }))
        #expect(outboxes[0].newest == outboxes[1].newest)
    }

    /// With names as long as they may be, in two languages.
    @Test func aHundredLongMailsAreReadAgain() async throws {
        let paper = Paper()
        let full = try Self.outbox(paper, limit: 100)
        for number in 1...101 {
            var mail = Self.mail(number)
            mail.text += String(repeating: "ã", count: 4_000)
            try await full.send(mail)
        }
        #expect(full.newest.count == 100)
        #expect(try Self.outbox(paper, limit: 100).newest == full.newest)
    }

    /// A mail that a restart would not show was not taken.
    @Test func aMailThatCannotBeKeptIsNotSent() async throws {
        let paper = Paper()
        let outbox = try Self.outbox(paper)
        try await outbox.send(Self.mail(1))
        paper.isFull = true
        let fault = await #expect(throws: MailFault.self) { try await outbox.send(Self.mail(2)) }
        #expect(fault?.underlying is Paper.Full)
        #expect(outbox.newest.map(\.mail) == [Self.mail(1)])
        paper.isFull = false
        try await outbox.send(Self.mail(3))
        #expect(outbox.newest.map(\.mail) == [Self.mail(3), Self.mail(1)])
    }

    @Test(arguments: [
        "[]", "{}", #"{"mails": 1}"#, #"{"mails": [1]}"#, #"{"mails": [{"to": "a", "subject": "b", "text": "c"}]}"#,
        #"{"mails": [{"to": "a", "subject": "b", "text": "c", "sent_at": "yesterday"}]}"#,
    ])
    func aFileOfSomethingElseIsDamaged(_ text: String) throws {
        let paper = Paper()
        paper.put(text)
        #expect(throws: MailOutbox.Damaged.self) { try Self.outbox(paper) }
    }

    @Test func aMailDescribesItselfAsNothing() {
        let sent = OutboxMail(mail: Self.mail(7), sentAt: Timestamp(seconds: 1))
        var dumped = ""
        dump(sent, to: &dumped)
        for text in ["\(sent)", String(reflecting: sent), dumped, "\([sent])"] {
            #expect(!text.contains("token") && !text.contains("example.com"), "\(text)")
        }
    }
}
