import ChaveBase
import ChavePixModel
import ChaveWire
import Console
import Pages
import Testing

/// Whatever a ceremony holds, the page stays a page.
@Suite struct CeremonyInputTests {
    /// Elements that a section is made of; what came from outside adds none.
    private static let elements: Set<String> = [
        "h3", "h4", "section", "time", "p", "code", "bdi", "span", "div", "table", "thead", "tbody", "tr", "th", "td",
        "details", "summary", "ol", "li", "pre",
    ]

    private static func html(_ request: JSONValue, _ refusal: String? = nil) async -> String {
        let ceremony = Ceremony(at: Timestamp(microseconds: 0), request: request, refusal: refusal)
        return await CeremonySectionTests.html([ceremony])
    }

    private static func expectSound(_ html: String, _ comment: Comment? = nil) {
        let markup = Markup(html)
        #expect(markup.faults.isEmpty, comment)
        #expect(Set(markup.names).isSubset(of: elements), comment)
    }

    /// With what a browser does not count as part of the character before it.
    private static let markup = ["", "\u{301}", "\u{200D}", "\u{FE0F}"].flatMap { mark in
        [
            "<\(mark)script>alert(1)</\(mark)script>", "\"\(mark) onload=\"x", "'\(mark)><img src=x>", "&\(mark)lt;",
            "</\(mark)section></\(mark)pre>",
        ]
    }

    @Test(arguments: markup)
    func markupIsShownAsText(_ text: String) async throws {
        let quoted = JSONValue.string(text).text
        for var sample in [try CeremonySample.registration(), try CeremonySample.authentication()] {
            let plain = sample.clientData
            sample.format = text
            for clientData in [
                plain.replacing("\"https://example.org\"", with: quoted),
                plain.replacing("\"webauthn", with: "\"\(quoted.dropFirst().dropLast())"),
                plain.replacing("\"crossOrigin\":false", with: "\(quoted):\(quoted),\"topOrigin\":\(quoted)"), text,
            ] {
                sample.clientData = clientData
                await Task.yield()
                for member in ["rpId", "ceremony", "challenge", "userVerification", "origins", "stored"] {
                    sample.members = [member: member == "origins" ? [.string(text)] : .string(text)]
                    let html = await Self.html(try sample.request(), text)
                    Self.expectSound(html, "\(member)")
                }
            }
        }
    }

    /// Letters that turn the text's direction would let one origin look like another.
    @Test func whatABrowserWouldObeyIsWrittenOut() async throws {
        var sample = try CeremonySample.registration()
        sample.clientData = sample.clientData.replacing("https://example.org", with: "https://\u{202E}gro.elpmaxe")
        let html = await Self.html(try sample.request(), "origin_not_allowed")
        #expect(html.contains("https://\\u{202e}gro.elpmaxe"))
        let shown = html.prefix { $0 != "\u{202E}" }
        #expect(shown.count == html.count)
    }

    @Test(arguments: [
        JSONValue.null, "text", 5, true, [], ["ceremony": "login"], ["ceremony": 5], ["ceremony": "registration"],
        ["ceremony": "authentication", "stored": [], "credential": ["response": "x"], "origins": 1, "algorithms": "x"],
        [
            "ceremony": "registration", "credential": ["response": ["attestationObject": "=", "clientDataJSON": "AA"]],
            "origins": [1, [], "x"], "algorithms": ["x", -7],
        ],
    ])
    func whatIsNoCeremonyIsShownAllTheSame(_ request: JSONValue) async {
        for refusal in [nil, "challenge_mismatch", "no such step"] {
            let html = await Self.html(request, refusal)
            Self.expectSound(html)
            #expect(html.contains(refusal == nil ? "data-verdict=\"held\"" : "data-verdict=\"refused\""))
            // The platform's word cannot be confirmed.
            #expect(html.contains("data-other-verdict"))
        }
    }

    @Test func noCutAndNoChangedByteBreaksThePage() async throws {
        let sample = try CeremonySample.registration()
        let object = sample.attestationObject
        for index in object.indices {
            await Task.yield()
            let cut = await Self.html(try sample.request(attestationObject: Array(object[..<index])), "x")
            Self.expectSound(cut)
            var changed = object
            changed[index] ^= UInt8(1 + index % 255)
            Self.expectSound(await Self.html(try sample.request(attestationObject: changed)))
        }
    }

    @Test func whatIsLargeIsCut() async throws {
        var sample = try CeremonySample.registration()
        let long = String(repeating: "a", count: 30_000)
        sample.clientData = sample.clientData.replacing("example.org", with: long)
            .replacing("{\"type", with: "{\"\(long)\":\"\(long)\",\"type")
        let html = await Self.html(try sample.request(), long)
        let table = html.split(separator: "<pre").first ?? ""
        #expect(table.utf8.count < 30_000)
        Self.expectSound(html)
        // One character may be as long as a text.
        sample.clientData = sample.clientData.replacing(
            "crossOrigin",
            with: "e" + String(repeating: "\u{301}", count: 10_000)
        )
        Self.expectSound(await Self.html(try sample.request()))
    }

    @Test func whatNoRequestCanHoldIsNotShown() async throws {
        var sample = try CeremonySample.registration()
        sample.members = ["credential": .string(String(repeating: "a", count: 1 << 20))]
        let html = await Self.html(try sample.request(), "challenge_mismatch")
        #expect(html.utf8.count < 10_000)
        #expect(html.contains("Too large to be shown") && html.contains("data-step=\"challenge_mismatch\""))
        Self.expectSound(html)
    }

    @Test func ofManyTheNewestAreShown() async throws {
        let ceremony = try CeremonySample.authentication().ceremony()
        let html = await CeremonySectionTests.html(Array(repeating: ceremony, count: 500))
        #expect(Markup(html).names.count { $0 == "section" } == 10)
        #expect(html.contains("490 older ones are not shown."))
    }
}
