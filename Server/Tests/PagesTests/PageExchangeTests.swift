import ChaveBase
import ChavePixModel
import Pages
import Testing

/// Headers, cookies, files and texts that every page shares.
@Suite struct PageExchangeTests {
    @Test func aPageMayDoNothingThatItIsNotAllowed() {
        let bare = PagePolicy().headers.first?.value ?? ""
        #expect(bare.contains("default-src 'none'") && bare.contains("form-action 'none'"))
        #expect(bare.contains("frame-ancestors 'none'") && bare.contains("base-uri 'none'"))
        #expect(!bare.contains("script-src") && !bare.contains("img-src") && !bare.contains("connect-src"))
        let full = PagePolicy(hasImages: true, hasScripts: true, formTargets: ["'self'"]).headers.first?.value ?? ""
        #expect(full.contains("script-src 'self'; connect-src 'self'") && full.contains("form-action 'self'"))
        #expect(!full.contains("unsafe"))
    }

    @Test func aCookieIsForThisSiteAlone() {
        let cookie = PageCookie(name: "a", value: "b", path: "/p", lifeSeconds: 60, isSecure: true)
        #expect(cookie.text == "a=b; Path=/p; Max-Age=60; HttpOnly; SameSite=Lax; Secure")
        let gone = PageCookie(name: "a", value: nil, path: "/p", lifeSeconds: 60, isSecure: false)
        #expect(gone.text == "a=; Path=/p; Max-Age=0; HttpOnly; SameSite=Lax")
    }

    /// Small enough to stand in the program, and without what a strict policy would stop.
    @Test(arguments: PageAsset.allCases)
    func eachFileIsSmallAndLoadsNothing(_ asset: PageAsset) {
        let text = String(decoding: asset.response.body, as: UTF8.self)
        #expect((100..<8_192).contains(text.utf8.count))
        // The namespace of SVG is a name and no address.
        let loaded = text.replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
        for word in ["innerHTML", "eval(", "http:", "https:", "@import", "url(", "document.write"] {
            #expect(!loaded.contains(word), "\(word)")
        }
    }

    @Test(arguments: [
        (0, "R$ 0,00", "R$ 0.00"), (5, "R$ 0,05", "R$ 0.05"), (18_90, "R$ 18,90", "R$ 18.90"),
        (999_99, "R$ 999,99", "R$ 999.99"), (1_000_00, "R$ 1.000,00", "R$ 1,000.00"),
        (99_999_999_999_999, "R$ 999.999.999.999,99", "R$ 999,999,999,999.99"),
    ])
    func amountsReadAsInTheirLanguage(_ centavos: Int64, _ portuguese: String, _ english: String) throws {
        let money = try #require(Money(centavos: centavos))
        let space = { (text: String) in text.split(separator: " ").joined(separator: "\u{A0}") }
        #expect(PageLanguage.portuguese.money(money) == space(portuguese))
        #expect(PageLanguage.english.money(money) == space(english))
    }

    @Test func timesAreBrasilias() throws {
        let time = try #require(Timestamp(rfc3339: "2026-11-23T02:59:59Z"))
        #expect(PageLanguage.portuguese.time(time) == "22/11/2026, 23:59")
        #expect(PageLanguage.english.time(time) == "2026-11-22, 23:59")
    }

    @Test(
        arguments: [
            (nil, PageLanguage.portuguese), ("", .portuguese), ("en", .english), ("en-GB,pt;q=0.5", .english),
            ("pt-BR,en;q=0.9", .portuguese), ("de,fr", .portuguese), ("en;q=0.1, pt;q=0.2", .portuguese),
            ("en;q=x", .portuguese),
        ] as [(String?, PageLanguage)]
    )
    func theReadersLanguageIsTaken(_ header: String?, _ language: PageLanguage) {
        #expect(PageLanguage(accepting: header) == language)
    }
}
