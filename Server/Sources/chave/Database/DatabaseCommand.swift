import ArgumentParser
import ChaveWire
import ServerHTTP

struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "db",
        abstract: "The databases of a data directory: migrate, check, backup.",
        subcommands: [Migrate.self, Check.self, DatabaseBackupCommand.self]
    )

    struct Migrate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bring the schema up to date. A server does this itself when it starts."
        )

        @OptionGroup var data: DataOption

        func run() async throws {
            try await reporting {
                try await DataDirectory.migrate(data.directory)
                Terminal.say("up to date: \(data.directory)")
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Verify the databases: structure, audit chains, ledger.",
            discussion: "Exit code 0 when nothing is wrong, 1 with the findings otherwise. Stop the server first."
        )

        @OptionGroup var data: DataOption
        @Flag(help: #"Print {"sound": …, "findings": […]}."#) var json = false

        func run() async throws {
            try await reporting {
                let findings = try await DataDirectory.check(data.directory)
                if json {
                    let object: JSONValue = [
                        "sound": .bool(findings.isEmpty), "findings": .array(findings.map(JSONValue.string)),
                    ]
                    Terminal.say(object.text)
                } else {
                    for finding in findings { Terminal.say(finding) }
                    Terminal.say(findings.isEmpty ? "sound: \(data.directory)" : "\(findings.count) findings")
                }
                if !findings.isEmpty { throw ExitCode.failure }
            }
        }
    }
}
