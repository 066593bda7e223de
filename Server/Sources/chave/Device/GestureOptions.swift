import ArgumentParser
import ChaveSoftwareAuthenticator
import Foundation

/// The way in which the user is asked before the device uses its key.
struct GestureOptions: ParsableArguments {
    @Flag(help: "Say yes to whatever the device's key asks, instead of typing the PIN. For trying things.")
    var yes = false

    /// The gesture; `nil` leaves the question to the SDK, which asks on the terminal.
    ///
    /// Without a terminal, `--yes` or `CHAVE_DEVICE_GESTURE` the call throws before anything is begun.
    func gesture() throws -> UserGesture? { try GestureOptions.gesture(isAgreed: yes) }

    /// The answer that a variable gives in the place of the user.
    static var variable: String? { ProcessInfo.processInfo.environment["CHAVE_DEVICE_GESTURE"] }

    /// The gesture of commands whose `--yes` also answers other questions.
    static func gesture(isAgreed: Bool) throws -> UserGesture? {
        if isAgreed { return .always(.verified) }
        if variable == nil, !Terminal.canAsk {
            throw CommandFailure("There is no terminal to ask for the PIN on. Run this in one, or add --yes.")
        }
        return nil
    }
}
