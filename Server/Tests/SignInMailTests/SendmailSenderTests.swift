import ChaveBase
import Foundation
import SignInModel
import Testing

@testable import SignInMail

/// A program takes the mail, or the mail was not taken; a file that is written and run at once is better run by one alone.
@Suite(.serialized) struct SendmailSenderTests {
    private static let mail = Mail(recipient: "maria@example.com", subject: "Olá", text: "Linha 1\n.\nLinha 3")

    /// A directory with a program `send` of these lines, which finds the directory in `$0`.
    private static func withProgram(
        _ lines: String,
        _ body: (_ program: String, _ directory: String) async throws -> Void
    ) async throws {
        let directory = NSTemporaryDirectory() + "chave-sendmail-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let program = "\(directory)/send"
        let draft = URL(fileURLWithPath: program + ".draft")
        try Data("#!/bin/sh\nhere=$(dirname \"$0\")\n\(lines)\n".utf8).write(to: draft)
        // By another process: a file that this one has written is open in a child that some other test is just starting, and a
        // program that is open for writing does not run.
        let copying = try Process.run(
            URL(fileURLWithPath: "/usr/bin/install"),
            arguments: ["-m", "755", draft.path, program]
        )
        copying.waitUntilExit()
        try await body(program, directory)
    }

    /// `sleep` ends with its task, unless the time is to be up at once.
    private static func sender(_ program: String, isTimeUp: Bool = false, concurrent: Int = 16) throws -> SendmailSender
    {
        try sender(program, concurrent: concurrent) { if !isTimeUp { try? await Task.sleep(for: .seconds(600)) } }
    }

    /// The program's time is up when `end` returns.
    private static func sender(
        _ program: String,
        concurrent: Int = 16,
        until end: @escaping @Sendable () async -> Void
    ) throws -> SendmailSender {
        SendmailSender(
            program: program,
            from: try #require(MailAddress("sign-in@padaria.example")),
            concurrent: concurrent,
            world: World(
                now: { Timestamp(seconds: 1_772_452_800) },
                uptimeMilliseconds: { 0 },
                randomBytes: { Array(repeating: 0xA7, count: $0) },
                sleep: { _ in await end() }
            )
        )
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    private static func problem(_ sender: SendmailSender, _ mail: Mail = mail) async -> SendmailSender.Problem? {
        let fault = await #expect(throws: MailFault.self) { try await sender.send(mail) }
        return fault?.underlying as? SendmailSender.Problem
    }

    @Test func theProgramReadsTheMessageAndNothingOfTheServersEnvironment() async throws {
        setenv("CHAVE_METRICS_TOKEN", "of-the-server", 1)
        defer { unsetenv("CHAVE_METRICS_TOKEN") }
        let lines = #"cat > "$here/message"; echo "$@" > "$here/arguments"; env > "$here/environment""#
        try await Self.withProgram(lines) { program, directory in
            try await Self.sender(program).send(Self.mail)
            let message = try Self.text("\(directory)/message")
            #expect(message.hasPrefix("From: <sign-in@padaria.example>\nTo: <maria@example.com>\n"))
            #expect(message.hasSuffix("\n\nLinha 1\n.\nLinha 3\n"))
            #expect(message.contains("Message-ID: <\(String(repeating: "a7", count: 16))@padaria.example>"))
            #expect(try Self.text("\(directory)/arguments") == "-i -t\n")
            let environment = try Self.text("\(directory)/environment")
            #expect(!environment.contains("of-the-server"))
        }
    }

    /// Foundation's `Process` ends this process there, now and then: it copies more of the list of files than there is.
    @Test func aServerWithThousandsOfFilesOpenSendsItsMailsAndHandsNoneOfThemOn() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        // The other tests of this process need some too.
        let files = (0..<min(3_000, Int(clamping: limit.rlim_cur) / 3)).map { _ in open("/dev/null", O_RDONLY) }
        defer { for file in files where file >= 0 { close(file) } }
        try await Self.withProgram(#"cat > /dev/null; ls /proc/self/fd | wc -l > "$here/open""#) { program, directory in
            for _ in 0..<5 { try await Self.sender(program).send(Self.mail) }
            let open = try #require(
                Int(try Self.text("\(directory)/open").trimmingCharacters(in: .whitespacesAndNewlines))
            )
            #expect(open < 10)
        }
    }

    @Test(arguments: [1, 75, 127])
    func anotherExitCodeThan0IsAMailThatWasNotTaken(_ code: Int32) async throws {
        try await Self.withProgram("cat > /dev/null; exit \(code)") { program, _ in
            let sender = try Self.sender(program)
            #expect(await Self.problem(sender) == .exited(code: code))
        }
    }

    @Test func aProgramThatIsNotThereOrMayNotRunIsSaid() async throws {
        try await Self.withProgram("exit 0") { program, directory in
            let nobody = try Self.sender("\(directory)/nothing")
            #expect(await Self.problem(nobody) == .notStarted)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: program)
            let forbidden = try Self.sender(program)
            #expect(await Self.problem(forbidden) == .notStarted)
        }
    }

    @Test func aProgramWhoseTimeIsUpIsKilledAndLeavesNoZombie() async throws {
        try await Self.withProgram("exec sleep 600") { program, _ in
            let sender = try Self.sender(program, isTimeUp: true)
            #expect(await Self.problem(sender) == .killed)
        }
        #expect(try Self.zombies() == 0)
    }

    /// One that only waits for another, as a wrapper does, would leave that one with the mail.
    @Test func whatAProgramHasStartedEndsWithIt() async throws {
        let lines = #"sleep 600 & echo $! > "$here/new"; mv "$here/new" "$here/child"; wait"#
        try await Self.withProgram(lines) { program, directory in
            let sender = try Self.sender(program) {
                while !FileManager.default.fileExists(atPath: "\(directory)/child"), !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(5))
                }
            }
            #expect(await Self.problem(sender) == .killed)
            let child = try Self.text("\(directory)/child").trimmingCharacters(in: .whitespacesAndNewlines)
            // Whoever its parent is now has perhaps not asked for its end yet.
            for _ in 0..<1_000 where Self.isRunning(child) { try await Task.sleep(for: .milliseconds(5)) }
            #expect(!Self.isRunning(child))
        }
    }

    @Test func aProgramThatReadsNothingEndsNobody() async throws {
        let long = Mail(recipient: "maria@example.com", subject: "x", text: String(repeating: "line\n", count: 100_000))
        try await Self.withProgram("exit 0") { program, _ in try await Self.sender(program).send(long) }
        #expect(try Self.zombies() == 0)
    }

    @Test func theProgramInheritsNoDescriptor() async throws {
        try await Self.withProgram(#"ls -l "/proc/$$/fd" > "$here/descriptors""#) { program, directory in
            let secret = "\(directory)/of-the-server"
            // Without the mark that closes it in another program.
            let descriptor = open(secret, O_RDWR | O_CREAT, 0o600)
            #expect(descriptor >= 0)
            defer { close(descriptor) }
            try await Self.sender(program).send(Self.mail)
            let listing = try Self.text("\(directory)/descriptors")
            #expect(listing.contains("/dev/null") && !listing.contains("of-the-server"), "\(listing)")
        }
    }

    @Test func noDescriptorIsLeftBehind() async throws {
        try await Self.withProgram("cat > /dev/null") { program, _ in
            let sender = try Self.sender(program)
            try await sender.send(Self.mail)
            let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            for _ in 1...20 { try await sender.send(Self.mail) }
            let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            #expect(after < before + 10, "\(before) \(after)")
        }
    }

    @Test func soManyAtATimeAndNoMore() async throws {
        try await Self.withProgram(#"while [ ! -e "$here/go" ]; do sleep 0.01; done"#) { program, directory in
            let sender = try Self.sender(program, concurrent: 1)
            var problems: [SendmailSender.Problem?] = []
            try await withThrowingTaskGroup(of: SendmailSender.Problem?.self) { group in
                for _ in 1...3 {
                    group.addTask {
                        do { try await sender.send(Self.mail) } catch {
                            return (error as? MailFault)?.underlying as? SendmailSender.Problem
                        }
                        return nil
                    }
                }
                for try await problem in group {
                    problems.append(problem)
                    // The one that is inside ends only now.
                    if problems.count == 2 { try Data().write(to: URL(fileURLWithPath: "\(directory)/go")) }
                }
            }
            #expect(problems == [.busy, .busy, nil])
            try await sender.send(Self.mail)
        }
    }

    @Test func aRecipientThatIsNoneStartsNoProgram() async throws {
        try await Self.withProgram(#"touch "$here/started""#) { program, directory in
            let mail = Mail(recipient: "a@b.example\nBcc: x@y.example", subject: "x", text: "x")
            let fault = await #expect(throws: MailFault.self) { try await Self.sender(program).send(mail) }
            #expect(fault?.underlying as? MailMessage.Refusal == .noAddress)
            #expect(!FileManager.default.fileExists(atPath: "\(directory)/started"))
        }
    }

    private static func isRunning(_ process: String) -> Bool {
        guard let stat = try? text("/proc/\(process)/stat"), let end = stat.lastIndex(of: ")") else { return false }
        return stat[stat.index(after: end)...].split(separator: " ").first != "Z"
    }

    /// Children of this process that have ended and were not waited for.
    private static func zombies() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard Int(name) != nil, let stat = try? text("/proc/\(name)/stat"), let end = stat.lastIndex(of: ")") else {
                return false
            }
            let fields = stat[stat.index(after: end)...].split(separator: " ")
            return fields.count > 1 && fields[0] == "Z" && fields[1] == "\(getpid())"
        }.count
    }
}
