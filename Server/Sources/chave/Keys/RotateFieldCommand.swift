import ArgumentParser
import ChaveWire
import ServerHost

extension KeysCommand {
    struct RotateField: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate-field",
            abstract: "Wrap every customer's key with a new key of the server. Works beside a running server.",
            discussion: """
                Example: chave keys rotate-field
                It takes two minutes and more: the old key goes only when no request can still be using it.
                It may be interrupted: run it again, and it goes on where it stood. Keep a backup of keys/field.json
                as long as you keep backups of the database that were made before.
                Nodes with a directory of their own need the new keys/field.json on the way: it says when, and which.
                """
        )

        @OptionGroup var data: StoreOptions
        @Flag(help: #"Print {"key_id": …, "customers": …}."#) var json = false

        func run() async throws {
            try await reporting {
                let rotated = try await DataDirectory.rotateFieldKey(data.place()) { done in
                    if done % 10_000 == 0 { Terminal.note("\(done) customers") }
                }
                if json {
                    let object: JSONValue = [
                        "key_id": .string(rotated.id), "customers": JSONValue(Int64(rotated.customers)),
                    ]
                    return Terminal.say(object.text)
                }
                Terminal.say("wrapping with \(rotated.id); \(rotated.customers) customers")
            }
        }
    }
}
