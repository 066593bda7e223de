import BeyondIdentityEmbedded

/// Has the person on the first device say which number the second one shows.
enum PairingQuestion {
    static func ask(_ offer: PairingOffer) async -> PairingAnswer {
        Terminal.note(
            """

            A device that calls itself “\(offer.deviceName)” wants to sign in as you.
            It shows one of these numbers:  \(offer.choices.joined(separator: "   "))
            """
        )
        let question = "Type the number that it shows, or nothing to refuse (\(offer.expiresInSeconds) s): "
        while let answer = await TerminalQuestion.ask(question) {
            if answer.isEmpty { return .refuse }
            if offer.choices.contains(answer) { return .number(answer) }
            // A slip of the finger is not one of the three; the wrong one of the three is a refusal.
            Terminal.note("It is one of \(offer.choices.joined(separator: ", ")).")
        }
        return .refuse
    }
}
