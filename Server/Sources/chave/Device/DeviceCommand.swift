import ArgumentParser

struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "A device on a terminal: enroll it with a bank, pay with it.",
        subcommands: [
            DeviceEnrollCommand.self, DevicePayCommand.self, DeviceListCommand.self, DeviceForgetCommand.self,
        ]
    )
}
