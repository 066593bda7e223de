import ArgumentParser
import ChaveBase
import ChavePix
import ChavePixModel
import ChaveWire

struct DeviceListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List this device's enrollments, newest first."
    )

    @OptionGroup var options: DeviceOptions
    @Flag(help: "Print a JSON array.") var json = false

    func run() async throws {
        try await reporting(asking: try options.shop.server.text()) {
            let client = try await options.connect().client
            defer { client.close() }
            let banks = try await client.institutions()
            let enrollments = try await client.enrollments(deviceID: try await client.deviceID())
            if json { return Terminal.say(JSONValue.array(enrollments.map(\.json)).text) }
            if enrollments.isEmpty { return Terminal.note("This device has no enrollment. Run: chave device enroll") }
            let rows = enrollments.map { enrollment in
                let bank = banks.first { $0.id == enrollment.details.institution }?.displayName ?? "unknown bank"
                return [enrollment.id.text, enrollment.status.rawValue, bank, enrollment.createdAt.isoDate]
            }
            for line in Columns.lines(rows) { Terminal.say(line) }
        }
    }
}

struct DeviceForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "End enrollments of this device, at the server and at the bank.",
        discussion: """
            Examples:
              chave device forget 0193…
              chave device forget --all
            """
    )

    @OptionGroup var options: DeviceOptions
    @Argument(help: "The enrollments to end.", transform: Parse.id) var enrollments: [EnrollmentID] = []
    @Flag(help: "End all of them.") var all = false

    func validate() throws {
        guard all == enrollments.isEmpty else {
            throw ValidationError("Name enrollments, or say --all.")
        }
    }

    func run() async throws {
        try await reporting(asking: try options.shop.server.text()) {
            let client = try await options.connect().client
            defer { client.close() }
            var ids = enrollments
            if all {
                let known = try await client.enrollments(deviceID: try await client.deviceID())
                ids = known.filter { $0.status == .succeeded || $0.status == .pending }.map(\.id)
                if ids.isEmpty { Terminal.note("This device has no enrollment that stands.") }
            }
            for id in ids {
                let ended = try await client.cancelEnrollment(id)
                Terminal.say("\(id.text)  \(ended.status.rawValue)")
            }
        }
    }
}
