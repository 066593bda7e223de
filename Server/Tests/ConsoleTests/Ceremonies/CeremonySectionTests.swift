import ChavePixModel
import ChaveWire
import Console
import Pages
import Testing

/// What is said of a ceremony, in both languages.
@Suite struct CeremonySectionTests {
    static func html(_ ceremonies: [Ceremony], _ language: PageLanguage = .english) async -> String {
        await CeremonySection(ceremonies, language: language).html().source
    }

    @Test(arguments: PageLanguage.allCases)
    func aRegistrationThatHoldsIsTakenApart(_ language: PageLanguage) async throws {
        let html = await Self.html([try CeremonySample.registration().ceremony()], language)
        #expect(html.contains("data-ceremony=\"registration\" data-verdict=\"held\""))
        #expect(html.contains(language("Registro", "Registration")))
        #expect(html.contains(language("nada é atestado", "nothing is attested")))
        #expect(html.contains(language("nenhum modelo é nomeado", "no model is named")))
        #expect(html.contains("<code><bdi>-7 (ES256)</bdi></code>") && html.contains("<code><bdi>P-256</bdi></code>"))
        #expect(Self.flags(html) == ["UP true", "UV true", "BE false", "BS false", "AT true", "ED false"])
        #expect(!html.contains("data-other-verdict") && !html.contains("state bad"))
        #expect(Markup(html).faults.isEmpty)
    }

    @Test(arguments: PageLanguage.allCases)
    func anAuthenticationThatHoldsShowsTheCounterBefore(_ language: PageLanguage) async throws {
        let html = await Self.html([try CeremonySample.authentication().ceremony()], language)
        #expect(html.contains("data-ceremony=\"authentication\" data-verdict=\"held\""))
        #expect(html.contains(language("guardado antes: 3.", "stored before: 3.")))
        #expect(html.contains(language("confere com a chave guardada", "holds with the stored key")))
        #expect(Self.flags(html) == ["UP true", "UV true", "BE false", "BS false", "AT false", "ED false"])
        #expect(!html.contains("data-other-verdict") && !html.contains("state bad"))
        #expect(Markup(html).faults.isEmpty)
    }

    @Test(arguments: PageLanguage.allCases)
    func theStepThatRefusesIsSaid(_ language: PageLanguage) async throws {
        var sample = try CeremonySample.authentication()
        sample.storedCounter = 7
        sample.refusal = "counter_not_advanced"
        let html = await Self.html([try sample.ceremony()], language)
        #expect(html.contains("data-verdict=\"refused\" data-step=\"counter_not_advanced\""))
        #expect(html.contains(language("“O contador subiu”", "“The counter rose”")))
        #expect(html.contains("WebAuthn Level 3, 7.2 step 22"))
        // The debugger's sentence: what was expected, what came, what to do.
        #expect(
            html.contains("<p lang=\"en\" data-explanation>The counter must rise: stored.signCount is 7, and 7 came.")
        )
        #expect(html.contains(language("não subiu: talvez uma cópia", "it did not rise: maybe a copy")))
        #expect(html.contains("data-check=\"signature_invalid\" data-outcome=\"held\""))
        #expect(html.contains("data-check=\"counter_not_advanced\" data-outcome=\"refused\""))
    }

    /// What comes after the refusal was not looked at, and is not said to hold.
    @Test func whatComesAfterTheRefusalIsOpen() async throws {
        var sample = try CeremonySample.registration()
        sample.clientData = sample.clientData.replacing("AAEC", with: "AAED")
        sample.refusal = "challenge_mismatch"
        let html = await Self.html([try sample.ceremony()])
        #expect(html.contains("data-check=\"client_data_type_mismatch\" data-outcome=\"held\""))
        #expect(html.contains("data-check=\"challenge_mismatch\" data-outcome=\"refused\""))
        #expect(html.contains("data-check=\"origin_not_allowed\" data-outcome=\"open\""))
    }

    /// A check without words would show its raw name.
    @Test(arguments: PageLanguage.allCases)
    func everyCheckHasWords(_ language: PageLanguage) async throws {
        for sample in [try CeremonySample.registration(), try CeremonySample.authentication()] {
            let items = await Self.html([try sample.ceremony()], language).split(separator: "<li data-check=\"")
                .dropFirst()
            #expect(items.count > 20)
            for item in items {
                let name = item.prefix { $0 != "\"" }
                let words = item.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
                #expect(!words.hasPrefix(name) && words.contains(" "), "\(name)")
            }
        }
    }

    /// The platform's word stands; that it would be another now is said beside it.
    @Test func anotherEndIsSaid() async throws {
        var sample = try CeremonySample.authentication()
        sample.storedCounter = 7
        let held = await Self.html([try sample.ceremony()])
        #expect(held.contains("data-verdict=\"held\"") && held.contains("data-other-verdict"))
        sample.storedCounter = 3
        sample.refusal = "signature_invalid"
        let refused = await Self.html([try sample.ceremony()])
        #expect(refused.contains("data-step=\"signature_invalid\"") && refused.contains("data-other-verdict"))
    }

    @Test func withoutAnyThereIsNothing() async { #expect(await Self.html([]) == "") }

    private static func flags(_ html: String) -> [String] {
        html.split(separator: "<tr data-part=\"").dropFirst().compactMap { row in
            guard let set = row.split(separator: "data-set=\"").dropFirst().first else { return nil }
            return "\(row.prefix { $0 != "\"" }) \(set.prefix { $0 != "\"" })"
        }
    }
}
