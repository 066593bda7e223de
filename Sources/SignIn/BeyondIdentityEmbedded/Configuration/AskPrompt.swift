import ChaveDeviceKeys

/// Joins the app's own prompt with the SDK's text.
enum AskPrompt {
    private static let ends: Set<Character> = [".", "!", "?", "…", "。", "！", "？"]

    /// The text for the system's prompt, which accepts no empty text.
    static func reason(_ prompt: String, in language: SpokenLanguage = .device) -> String {
        prompt.contains { !$0.isWhitespace } ? prompt : confirm.text(in: language)
    }

    private static let confirm = SpokenText("Confirme que é você", "Confirm that it is you")

    /// Joins both texts in one line; `sentence` begins with a small letter.
    ///
    /// After a prompt that ends like a sentence, `sentence` begins with a capital letter.
    static func joined(_ prompt: String, _ sentence: String) -> String {
        let own = prompt.reversed().drop(while: \.isWhitespace).reversed()
        guard let last = own.last else { return capitalised(sentence) }
        return ends.contains(last) ? "\(String(own)) \(capitalised(sentence))" : "\(String(own)) — \(sentence)"
    }

    private static func capitalised(_ sentence: String) -> String {
        sentence.prefix(1).uppercased() + sentence.dropFirst()
    }
}
