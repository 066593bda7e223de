/// A language in which the SDKs have texts for the person.
package enum SpokenLanguage: Hashable, Sendable, CaseIterable {
    case portuguese
    case english

    /// Selects the first of the person's languages that has texts; English when none has.
    ///
    /// The tags are in the systems' forms: `pt-BR`, `pt_BR.UTF-8`, `en`.
    package init(preferred tags: [String]) {
        let known = tags.lazy.compactMap { tag -> SpokenLanguage? in
            switch tag.prefix(while: { $0 != "-" && $0 != "_" && $0 != "." }).lowercased() {
            case "pt": .portuguese
            case "en": .english
            default: nil
            }
        }
        self = known.first ?? .english
    }
}

/// A text in each language.
package struct SpokenText: Hashable, Sendable {
    package let portuguese: String
    package let english: String

    package init(_ portuguese: String, _ english: String) {
        self.portuguese = portuguese
        self.english = english
    }

    package func text(in language: SpokenLanguage) -> String {
        switch language {
        case .portuguese: portuguese
        case .english: english
        }
    }
}
