import ArgumentParser
import ChaveWire

extension UsersCommand {
    struct Devices: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List a person's devices; who let which one in shows in the indentation."
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "External id, or id.") var user: String
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting {
                let devices = try await UserSearch(server: try options.tenant()).devices(of: user)
                if json { return Terminal.say(JSONValue.array(devices).text) }
                if devices.isEmpty { Terminal.note("There are no devices: the mailed link was not used yet.") }
                for row in DeviceTree(devices).rows { Terminal.say(row.line) }
            }
        }
    }
}
