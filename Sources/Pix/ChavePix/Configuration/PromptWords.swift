/// How a question and what may be typed become one line.
enum PromptWords {
    private static let ends: Set<Character> = [".", "!", "?", "…", ":", "。", "！", "？"]

    /// The question, what may be typed, and a colon.
    ///
    /// `mark` ends a question that an app has left open; one that is a whole sentence keeps its own end.
    static func asking(_ question: String, _ answers: String, joinedBy mark: String) -> String {
        let isEnded = question.last.map(ends.contains) ?? true
        let space = question.isEmpty ? "" : " "
        return "\(question)\(isEnded ? "" : mark)\(space)\(answers): "
    }
}
