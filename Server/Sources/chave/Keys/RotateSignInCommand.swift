import ArgumentParser
import ChaveWire
import ServerHost

extension KeysCommand {
    struct RotateSignIn: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate-sign-in",
            abstract: "Seal every record of sign-in with a new key of the server. Stop the server first.",
            discussion: """
                Example: chave keys rotate-sign-in
                It may be interrupted: run it again, and it goes on where it stood; until then a server reads
                with both keys. Keep a backup of keys/sign-in.json as long as you keep backups of the database
                that were made before.
                """
        )

        @OptionGroup var data: StoreOptions
        @Flag(help: #"Print {"key_id": …, "records": …}."#) var json = false

        func run() async throws {
            try await reporting {
                let rotated = try await DataDirectory.rotateSignInKey(data.place())
                if json {
                    let object: JSONValue = [
                        "key_id": .string(rotated.id), "records": JSONValue(Int64(rotated.records)),
                    ]
                    return Terminal.say(object.text)
                }
                Terminal.say("sealing with \(rotated.id); \(Counted.of(rotated.records, "record")) sealed anew")
            }
        }
    }
}
