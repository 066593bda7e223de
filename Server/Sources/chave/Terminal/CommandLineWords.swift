import ArgumentParser

/// The words of the command line, before the parser reads them and after it.
enum CommandLineWords {
    /// The words with a negative number joined to its option, as in `--amount=-1`.
    ///
    /// The parser takes a word that begins with a hyphen for an option, and would say that the value is missing. No
    /// option of this program is a digit. Words behind `--` stay as they are.
    static func joined(_ words: [String]) -> [String] {
        var joined: [String] = []
        for (index, word) in words.enumerated() {
            guard word != "--" else { return joined + words[index...] }
            if isNegative(word), let option = joined.last, option.hasPrefix("--"), !option.contains("=") {
                joined[joined.count - 1] = "\(option)=\(word)"
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    /// The name of the command that these words run, such as `chave keys create`.
    static func commandName(_ words: [String]) -> String {
        var command: any ParsableCommand.Type = Chave.self
        var names = [command._commandName]
        for word in words {
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
            command = next
            names.append(word)
        }
        return names.joined(separator: " ")
    }

    private static func isNegative(_ word: String) -> Bool {
        word.hasPrefix("-") && word.dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false
    }
}
