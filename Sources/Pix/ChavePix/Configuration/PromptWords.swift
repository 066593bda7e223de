/// The text of a prompt: a question and the possible answers on one line.
enum PromptWords {
    private static let ends: Set<Character> = [".", "!", "?", "…", ":", "。", "！", "？"]

    /// The words before the question after a wrong PIN.
    static func wrong(triesLeft tries: Int) -> String {
        "That was wrong; \(tries) \(tries == 1 ? "try" : "tries") left. "
    }

    /// The question, the possible answers, and a colon.
    ///
    /// `mark` ends a question that an app left open; a question that is a whole sentence keeps its own end.
    static func asking(_ question: String, _ answers: String, joinedBy mark: String) -> String {
        let isEnded = question.last.map(ends.contains) ?? true
        let space = question.isEmpty ? "" : " "
        return "\(question)\(isEnded ? "" : mark)\(space)\(answers): "
    }
}
