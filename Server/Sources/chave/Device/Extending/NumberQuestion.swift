import BeyondIdentityEmbedded

/// Has the person say which of three numbers the other side shows.
enum NumberQuestion {
    /// A slip of the finger is asked about again; nothing typed, or no answer in time, refuses.
    static func ask(_ who: String, choices: [String], seconds: Int64) async -> PairingAnswer {
        Terminal.note("\n\(who)\nIt shows one of these numbers:  \(choices.joined(separator: "   "))")
        let question = "Type the number that it shows, or nothing to refuse (\(seconds) s): "
        while let answer = await TerminalQuestion.ask(question) {
            if answer.isEmpty { return .refuse }
            if choices.contains(answer) { return .number(answer) }
            Terminal.note("It is one of \(choices.joined(separator: ", ")).")
        }
        return .refuse
    }
}
