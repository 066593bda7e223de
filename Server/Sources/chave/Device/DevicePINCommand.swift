import ArgumentParser
import BeyondIdentityEmbedded
import ChaveSoftwareAuthenticator
import ChaveWire
import ServerHost

struct DevicePINCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "The PIN that guards this device's keys: reset.",
        subcommands: [Reset.self]
    )

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove the PIN, and with it every key that it guards.",
            discussion: """
                Example: chave device pin reset

                For a PIN that is forgotten, or locked by eight wrong tries in a row.
                All keys of the device go with it, for payments and for sign-in, and
                cannot be brought back: a PIN that could be replaced would guard
                nothing. Enrollments and people stay at the server. End the former,
                and enroll again, which asks for another PIN:
                  chave device forget --all
                  chave device enroll
                To sign in again, register by a new link: chave users recover
                """
        )

        @OptionGroup var folder: DeviceFolderOption
        @Flag(help: "Do not ask.") var yes = false
        @Flag(help: #"Print {"keys_removed": …}."#) var json = false

        func run() async throws {
            try await reporting {
                let store = try folder.store()
                let keys = Counted.of(try store.credentials().count, "key")
                try await TerminalQuestion.require(
                    "Remove the PIN of this device, and \(keys) with it, for good?",
                    unless: yes,
                    orElse: "The PIN and its keys stay."
                )
                let removed = try PINVerification(store: store).reset()
                // Sign-in's own records name the removed keys, so they go too.
                try await folder.signIn().deleteAllCredentials()
                if json {
                    let object: JSONValue = ["keys_removed": JSONValue(Int64(removed))]
                    return Terminal.say(object.text)
                }
                Terminal.say("removed: the PIN, and \(Counted.of(removed, "key"))")
                Terminal.note("next: chave device forget --all, then chave device enroll, which asks for another PIN")
            }
        }
    }
}
