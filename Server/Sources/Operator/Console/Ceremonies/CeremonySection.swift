package import Pages

/// The ceremonies of one object, each with its parts, and with the step that refused it.
///
/// Every value from outside is limited in length and written as text. `ChaveCeremonyDebugger` explains a refusal, in
/// English also on a Portuguese page.
package struct CeremonySection: Sendable {
    private let ceremonies: [Ceremony]
    private let say: PageLanguage

    /// The limit of ceremonies; an object has more than one only when two came at once.
    private static let most = 10

    /// Makes the section; `ceremonies` are in the order of display: newest first.
    package init(_ ceremonies: [Ceremony], language: PageLanguage) {
        self.ceremonies = ceremonies
        say = language
    }

    /// The HTML: a section for each ceremony, with headings of the third level; empty when there are none.
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
