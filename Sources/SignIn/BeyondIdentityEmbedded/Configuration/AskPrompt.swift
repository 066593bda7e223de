import ChaveDeviceKeys

/// The app's own words for the person, with ours behind them.
enum AskPrompt {
    private static let ends: Set<Character> = [".", "!", "?", "…", "。", "！", "？"]

    /// What the system's prompt is given, which takes no empty text.
    static func reason(_ prompt: String, in language: SpokenLanguage = .device) -> String {
        prompt.contains { !$0.isWhitespace } ? prompt : confirm.text(in: language)
    }

    private static let confirm = SpokenText("Confirme que é você", "Confirm that it is you")

    /// One line of both; `sentence` begins with a small letter.
    ///
    /// After words that end as a sentence does another one begins.
    static func joined(_ prompt: String, _ sentence: String) -> String {
        let own = prompt.reversed().drop(while: \.isWhitespace).reversed()
        guard let last = own.last else { return capitalised(sentence) }
        return ends.contains(last) ? "\(String(own)) \(capitalised(sentence))" : "\(String(own)) — \(sentence)"
    }

    private static func capitalised(_ sentence: String) -> String {
        sentence.prefix(1).uppercased() + sentence.dropFirst()
    }
}
