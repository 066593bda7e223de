/// How the person approves a second device on the device that has the credential.
enum PairingWay: Hashable, Sendable {
    /// The app's own `PairingApproval`.
    case app
    /// The platform's prompt names device and number.
    case prompt
    /// The SDK's own sheet.
    case ownSheet
    /// No way: the person would not see which device is let in.
    case none

    /// Chooses the way; the app's way comes first.
    ///
    /// The SDK's sheet is for prompts without text. A prompt with text asks once, not twice.
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
