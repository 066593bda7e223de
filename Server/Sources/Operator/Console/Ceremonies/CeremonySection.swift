package import Pages

/// The ceremonies of one object, each taken apart, with the step that refused it.
///
/// Everything that came from outside is bounded in length and written as text. What explains a refusal is
/// `ChaveCeremonyDebugger`'s, in English also on a Portuguese page.
package struct CeremonySection: Sendable {
    private let ceremonies: [Ceremony]
    private let say: PageLanguage

    /// One object has one ceremony, and more only where two came at once.
    private static let most = 10

    /// `ceremonies` are in the order in which they are shown: newest first.
    package init(_ ceremonies: [Ceremony], language: PageLanguage) {
        self.ceremonies = ceremonies
        say = language
    }

    /// A section for each ceremony, with headings of the third level; nothing where there are none.
    package func html() async -> HTML {
        let shown = ceremonies.prefix(CeremonySection.most)
        var views: [HTML] = []
        for (index, ceremony) in shown.enumerated() {
            views.append(await CeremonyView(ceremony, number: index + 1, language: say).html())
        }
        return "\(views)\(rest(ceremonies.count - shown.count))"
    }

    private func rest(_ count: Int) -> HTML {
        guard count > 0 else { return "" }
        return
            "<p>\(say("Mais \(count), mais antigas, não são mostradas.", "\(count) older ones are not shown."))</p>\n"
    }
}
