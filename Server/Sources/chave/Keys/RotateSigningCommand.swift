import ArgumentParser
import ChaveWire
import ServerHost

extension KeysCommand {
    struct RotateSigning: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate-signing",
            abstract: "Make a new key for widget tokens. It counts within a second, also in a running server.",
            discussion: """
                Example: chave keys rotate-signing
                What the old key signed goes on to count until it dies by itself, 24 hours at most; then
                the next rotation drops that key. After a leak: --end-tokens, and apps fetch new tokens.
                Nodes with a directory of their own refuse the new tokens until keys/token.json is copied there.
                """
        )

        @OptionGroup var data: StoreOptions
        @Flag(help: "End every token that was given before.") var endTokens = false
        @Flag(help: #"Print {"key_id": …, "older_keys": …}."#) var json = false

        func run() async throws {
            try await reporting {
                let rotated = try await DataDirectory.rotateTokenKey(data.place(), endsOlder: endTokens)
                if json {
                    let object: JSONValue = [
                        "key_id": .string(rotated.id), "older_keys": JSONValue(Int64(rotated.older)),
                    ]
                    return Terminal.say(object.text)
                }
                let older = Counted.of(rotated.older, "older key still verifies", "older keys still verify")
                Terminal.say("signing with \(rotated.id); \(older)")
            }
        }
    }
}
