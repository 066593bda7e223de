/// How a device that has the credential has its person approve another one.
enum PairingWay: Hashable, Sendable {
    /// As the app has it.
    case app
    /// The platform's prompt names device and number.
    case prompt
    /// By a sheet of the SDK's own.
    case ownSheet
    /// Nobody would see which device is let in.
    case none

    /// The app's way comes first.
    ///
    /// A sheet of ours is for prompts without a text: one that has it asks once, not twice.
    init(isSetByApp: Bool, promptShowsText: Bool, hasOwnSheet: Bool) {
        self =
            switch (isSetByApp, promptShowsText, hasOwnSheet) {
            case (true, _, _): .app
            case (false, true, _): .prompt
            case (false, false, true): .ownSheet
            case (false, false, false): .none
            }
    }
}

/// How the person picks the number; a failure ends the extension.
typealias PairingPick = @Sendable (PairingOffer) async -> Result<PairingAnswer, SignInError>
