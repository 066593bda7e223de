import ArgumentParser
import ChaveSoftwareAuthenticator
import Foundation

/// How the person is asked before the device uses its key.
struct GestureOptions: ParsableArguments {
    @Flag(help: "Say yes to whatever the device's key asks, instead of typing the PIN. For trying things.")
    var yes = false

    /// `nil` leaves it to the SDK, which asks on the terminal.
    ///
    /// Without a terminal nothing is begun that could not be ended.
    func gesture() throws -> UserGesture? { try GestureOptions.gesture(isAgreed: yes) }

    /// The same for commands whose `--yes` says yes to more than that.
    static func gesture(isAgreed: Bool) throws -> UserGesture? {
        if isAgreed { return .always(.verified) }
        if ProcessInfo.processInfo.environment["CHAVE_DEVICE_GESTURE"] == nil, !Terminal.canAsk {
            throw CommandFailure("There is no terminal to ask for the PIN on. Run this in one, or add --yes.")
        }
        return nil
    }
}
