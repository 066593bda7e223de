import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import ServerHost

struct DatabaseBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the databases into a new folder, also beside a running server.",
        discussion: """
            Examples:
              chave db backup /backup/2026-11-21
              chave db backup --verify /backup/2026-11-21

            Each database is as of one moment. The keys in keys/ are not in the
            copy unless --with-keys is given: without keys/field.json what is
            sealed in it can never be read, so keep them, elsewhere. --verify
            compares each file with what was written, opens a copy of it and runs
            what 'chave db check' runs; exit code 1 when it does not hold.

            PostgreSQL is copied by its own programs: there this says how, and
            copies nothing.
            """
    )

    @OptionGroup var data: StoreOptions
    @Argument(help: "The folder; with --verify one that a backup was made in.") var folder: String
    @Flag(help: "Copy the keys too: whoever has the copy can then read it all.") var withKeys = false
    @Flag(help: "Check a backup instead of making one.") var verify = false
    @Flag(help: "Print a JSON object.") var json = false

    func run() async throws {
        try await reporting {
            let backup = Backup(folder: folder)
            let place = try await data.place()
            if !verify {
                let directory = try Backup.directory(of: place, for: folder)
                try await backup.make(of: directory, withKeys: withKeys, at: Timestamp.current())
            }
            let contents = try await backup.verify()
            Terminal.say(json ? contents.json.text : contents.lines(folder).joined(separator: "\n"))
            if !contents.hasKeys && !json {
                let keys = "\(place.directory)/keys"
                Terminal.note("The keys are not in it. Keep \(keys) elsewhere: without them it is lost.")
            }
            if !contents.findings.isEmpty { throw ExitCode.failure }
        }
    }
}

extension Backup.Contents {
    /// The tables whose rows a person is told of, with what a row and several rows are called.
    fileprivate static let shown = [
        ("organisation", "organisation", "organisations"), ("customer", "customer", "customers"),
        ("enrollment", "enrollment", "enrollments"), ("payment_intent", "payment intent", "payment intents"),
        ("audit_entry", "audit entry", "audit entries"), ("event", "event", "events"),
    ]

    fileprivate func lines(_ folder: String) -> [String] {
        let counts = Backup.Contents.shown.map { Counted.of(rows[$0.0] ?? 0, $0.1, $0.2) }.joined(separator: ", ")
        return findings + [
            "\(findings.isEmpty ? "sound" : Counted.of(findings.count, "finding")): \(folder)",
            "made \(madeAt.rfc3339) by chave \(version), \(bytes) bytes, keys: \(hasKeys ? "yes" : "no")", counts,
        ]
    }

    fileprivate var json: JSONValue {
        var counts = JSONObject()
        for (name, count) in rows.sorted(by: { $0.key < $1.key }) { counts[name] = .number(JSONNumber(count)) }
        return [
            "sound": .bool(findings.isEmpty), "findings": .array(findings.map(JSONValue.string)),
            "made_at": .string(madeAt.rfc3339), "version": .string(version), "bytes": .number(JSONNumber(bytes)),
            "has_keys": .bool(hasKeys), "rows": .object(counts),
        ]
    }
}
