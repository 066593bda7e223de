/// The language in which a person is spoken to, of those that the SDKs have texts in.
package enum SpokenLanguage: Hashable, Sendable, CaseIterable {
    case portuguese
    case english

    /// The first of the person's languages that there are texts in; English where there is none of them.
    ///
    /// Tags as systems write them: `pt-BR`, `pt_BR.UTF-8`, `en`.
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
