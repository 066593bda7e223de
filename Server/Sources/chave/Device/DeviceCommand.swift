import ArgumentParser

struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "A device on a terminal: pay with it, sign in with it, let a second one in.",
        subcommands: [
            DeviceEnrollCommand.self, DevicePayCommand.self, DeviceCancelCommand.self, DeviceListCommand.self,
            DeviceForgetCommand.self, DeviceSignInCommand.self, DeviceExtendCommand.self, DeviceImportCommand.self,
            DeviceApproveCommand.self, DeviceKeysCommand.self, DevicePINCommand.self,
        ]
    )
}
