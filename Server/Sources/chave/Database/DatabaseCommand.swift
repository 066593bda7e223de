import ArgumentParser
import ChaveWire
import ServerHost

struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "db",
        abstract: "A server's databases: migrate, check, backup.",
        subcommands: [Migrate.self, Check.self, DatabaseBackupCommand.self]
    )

    struct Migrate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bring the schema up to date. A server does this itself when it starts.",
            discussion: """
                Examples:
                  chave db migrate
                  chave db migrate --database postgres://owner@db.example/chave

                Stop a server on a data directory first. Over PostgreSQL it says which steps it took; of
                several who do it at once one does, and the others wait. The role must be allowed to make
                schemas and tables; a server whose role is not can start after that.
                """
        )

        @OptionGroup var data: StoreOptions

        func run() async throws {
            try await reporting {
                let place = try await data.place()
                for step in try await DataDirectory.migrate(place) { Terminal.say("applied \(step)") }
                Terminal.say("up to date: \(place)")
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Verify the databases: structure, audit chains, ledger.",
            discussion: """
                Exit code 0 when nothing is wrong, 1 with the findings otherwise. Stop a server on a data directory
                first; over PostgreSQL nodes may go on.
                """
        )

        @OptionGroup var data: StoreOptions
        @Flag(help: #"Print {"sound": …, "findings": […]}."#) var json = false

        func run() async throws {
            try await reporting {
                let place = try await data.place()
                let findings = try await DataDirectory.check(place)
                if json {
                    let object: JSONValue = [
                        "sound": .bool(findings.isEmpty), "findings": .array(findings.map(JSONValue.string)),
                    ]
                    Terminal.say(object.text)
                } else {
                    for finding in findings { Terminal.say(finding) }
                    Terminal.say(findings.isEmpty ? "sound: \(place)" : Counted.of(findings.count, "finding"))
                }
                if !findings.isEmpty { throw ExitCode.failure }
            }
        }
    }
}
