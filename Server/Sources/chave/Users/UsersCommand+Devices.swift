import ArgumentParser
import ChaveTransport
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
                let search = UserSearch(server: try options.tenant())
                let devices = try await search.call(.get, user, "/devices")["devices"]?.array ?? []
                if json { return Terminal.say(JSONValue.array(devices).text) }
                if devices.isEmpty { Terminal.note("There are no devices: the mailed link was not used yet.") }
                for line in DeviceTree(devices).lines { Terminal.say(line) }
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End a person's device, and those that it let in.",
            discussion: """
                Examples:
                  chave users revoke ana 0193…
                  chave users revoke ana 0193… --only
                """
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "External id, or id.") var user: String
        @Argument(help: "The credential's id: chave users devices shows it.") var credential: String
        @Flag(help: "Those that it let in go on.") var only = false

        func run() async throws {
            try await reporting {
                let search = UserSearch(server: try options.tenant())
                let rest = "/devices/\(PercentEncoding.encode(credential))?below=\(!only)"
                _ = try await search.call(.delete, user, rest)
                Terminal.say("revoked \(credential)\(only ? "" : " and all below it")")
            }
        }
    }
}

/// Devices below those that let them in.
struct DeviceTree {
    let lines: [String]

    init(_ devices: [JSONValue]) {
        let known = Set(devices.compactMap { $0["credential_id"]?.string })
        let children = Dictionary(grouping: devices) { device in
            device["parent_id"]?.string.flatMap { known.contains($0) ? $0 : nil } ?? ""
        }
        var lines: [String] = []
        var waiting = (children[""] ?? []).map { (device: $0, level: 0) }
        while !waiting.isEmpty {
            let (device, level) = waiting.removeFirst()
            let id = device["credential_id"]?.string ?? ""
            let indent = String(repeating: "  ", count: level)
            let status = device["status"]?.string ?? ""
            lines.append("\(indent)\(id)  \(status)  \(device["device_name"]?.string ?? "")")
            // Nobody is its own ancestor, for each is taken from the list once.
            guard !id.isEmpty else { continue }
            waiting.insert(contentsOf: (children[id] ?? []).map { ($0, level + 1) }, at: 0)
        }
        self.lines = lines
    }
}
