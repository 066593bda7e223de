import Testing

@testable import Pages

struct FormButtonTests {
    @Test func whatIsNotGivenIsNotThere() {
        let html = FormButton("Go", action: "/a", token: "t").html.source
        #expect(html.contains("<form method=\"post\" action=\"/a\">") && html.contains("name=\"csrf\" value=\"t\""))
        #expect(!html.contains("aria-label") && !html.contains("data-key") && !html.contains("<details"))
    }

    /// Without a script, and by its name where many stand on a page.
    @Test func aQuestionIsOpenedByTheLabelAndAnsweredByTheButton() throws {
        let question = FormButton.Question("It ends & stays so.", yes: "Yes, end it")
        let html = FormButton("End", question: question, spoken: "End this", action: "/a", token: "t", key: "k").html
            .source
        let form = try #require(html.firstRange(of: "<form"))
        #expect(html[..<form.lowerBound].contains("data-key=\"k open\" aria-label=\"End this\">End</summary>"))
        #expect(html[..<form.lowerBound].contains("<p>It ends &amp; stays so.</p>"))
        #expect(
            html[form.lowerBound...].contains(
                "data-key=\"k do\" aria-label=\"Yes, end it: End this\">Yes, end it</button>"
            )
        )
        #expect(html.hasPrefix("<details class=\"question\" data-key=\"k ask\">") && html.hasSuffix("</details>"))
    }

    @Test func everyTextOfItIsText() {
        let text = "\"><script>"
        let button = FormButton(text, spoken: text, action: text, token: text, style: text, key: text)
        let html = button.html.source
        #expect(!html.contains("<script>"))
        #expect(html.components(of: "&quot;&gt;&lt;script&gt;") == 6)
        var asking = button
        asking.question = .init(text, yes: text)
        let asked = asking.html.source
        #expect(!asked.contains("<script>"))
        // Three keys, the style and the names of label and button twice, the question twice, address and token.
        #expect(asked.components(of: "&quot;&gt;&lt;script&gt;") == 13)
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
