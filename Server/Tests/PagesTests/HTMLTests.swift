import Pages
import Testing

/// Text becomes HTML in one place, and there whole.
@Suite struct HTMLTests {
    @Test func everyScalarIsEscapedWhateverFollowsIt() {
        let followers = [
            "", "\u{0300}", "\u{0301}", "\u{0338}", "\u{20D2}", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{FE0E}",
            "\u{E0100}",
            "\u{1F3FB}", "\u{0903}", "\u{3099}",
        ]
        let replacements = ["<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;", "'": "&#39;"]
        for (dangerous, replacement) in replacements {
            for follower in followers {
                let escaped = HTML.escape("a\(dangerous)\(follower)b")
                #expect(escaped.utf8.elementsEqual("a\(replacement)\(follower)b".utf8))
            }
        }
        #expect(HTML.escape("é 中 \r\n") == "é 中 \r\n")
    }

    @Test func interpolatedTextIsEscapedAndHTMLIsNot() {
        let inner: HTML = "<b>\("<")</b>"
        let outer: HTML = "<p title=\"\("\"")\">\(inner)</p>"
        #expect(outer.source == "<p title=\"&quot;\"><b>&lt;</b></p>")
    }

    @Test func aPageTellsItsTitleItsScreenAndItsReasonAsText() {
        let markup = "\"><script>alert('1')</script>"
        let layout = PageLayout(
            .shop,
            language: .english,
            site: markup,
            home: "/\(markup)",
            logoPath: markup,
            links: [.init(markup, markup)],
            footer: markup
        )
        let page = Page(
            "screen",
            reason: markup,
            title: markup,
            path: markup,
            scripts: [markup],
            reloadsAfterSeconds: 3,
            content: "<p>\(markup)</p>"
        )
        let source = layout.html(page).source
        #expect(!source.contains("<script>"))
        #expect(!source.contains("alert('"))
        #expect(source.contains("data-screen=\"screen\""))
        #expect(source.contains("<html lang=\"en\">"))
    }
}
