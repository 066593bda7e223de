import ArgumentParser
import ServerHost

extension KeysCommand {
    struct Operator: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the operator's key, which the console at /console asks for.",
            discussion: """
                Example: chave keys operator
                --new makes another one: restart the server, and every session of the console has ended.
                Nodes with a directory of their own need keys/operator.json before they start again.
                """
        )

        @OptionGroup var data: StoreOptions
        @Flag(help: "Make a new key.") var new = false

        func run() async throws {
            try await reporting {
                Terminal.say(try await DataDirectory.operatorKey(data.place(), isNew: new))
                if new { Terminal.note("Restart the server: until then it asks for the old key.") }
            }
        }
    }
}
