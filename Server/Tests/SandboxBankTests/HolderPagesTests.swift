import ChaveBase
import ChavePixModel
import Foundation
import InstitutionPort
import Pages
import Testing

@testable import SandboxBank

/// The pages, driven like a browser would.
@Suite(.everyEngine) struct HolderPagesTests {
    @Test func aWrongPasswordAndAnUnknownPersonLookAlike() async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        var bodies: Set<String> = []
        for (cpf, password) in [(Initiator.alice, "wrong"), ("00000000000", "senha-1"), (Initiator.alice, "")] {
            var browser = Browser(test.pages)
            let page = await browser.get(pushed.redirectURL)
            var form = browser.fields(page)
            form["cpf"] = cpf
            form["password"] = password
            let answer = await browser.post(try #require(browser.action(page)), form)
            #expect(answer.status == 403)
            let html = String(decoding: answer.body, as: UTF8.self)
            #expect(html.contains("CPF ou senha"))
            // The CPF is the visitor's own entry.
            let body = html.replacingOccurrences(of: "value=\"\(cpf)\"", with: "")
            bodies.insert(body.replacingOccurrences(of: browser.fields(answer)["csrf"] ?? "-", with: ""))
        }
        #expect(bodies.count == 1)
    }

    @Test(
        arguments: [
            (Initiator.alice, Initiator.alice), ("761.092.776-73", "761.092.776-73"), ("", ""), ("\"><b id=x>", ""),
            ("7610927767376109277673", ""),
        ]
    )
    func theCPFOfARefusedSignInStaysInItsFieldAndThePasswordDoesNot(_ typed: String, _ shown: String) async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let entries = ["cpf": typed, "password": "senha-9"]
        let welcome = await browser.get("/bank/\(TestBank.institution(.approvesAtOnce).text)")
        let request = await browser.get(pushed.redirectURL)
        for (place, page) in [("sign-in", request), ("enter", welcome)] {
            let answer = try await browser.send(place, in: page, entries)
            #expect(answer.status == 403, "\(place)")
            #expect(browser.fields(answer)["cpf"] == shown, "\(place)")
            #expect(browser.fields(answer)["password"]?.isEmpty == true, "\(place)")
            #expect(!answer.html.contains("senha-9") && !answer.html.contains("b id=x"), "\(place)")
        }
    }

    @Test func aFormFromElsewhereDecidesNothing() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (id, pushed) = try await initiator.enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let page = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        var form = browser.fields(page)
        form["decision"] = "approve"
        let address = try #require(browser.action(page))
        let right = form["csrf"] ?? ""
        for token in [nil, "", "x", String(right.dropLast())] as [String?] {
            form["csrf"] = token
            #expect(await browser.post(address, form).status == 403)
        }
        // The token of another browser's session.
        var other = Browser(test.pages)
        form["csrf"] = other.fields(try await other.signIn(pushed.redirectURL, cpf: Initiator.alice))["csrf"]
        #expect(await browser.post(address, form).status == 403)
        // The right token without the cookie.
        var stranger = Browser(test.pages)
        form["csrf"] = right
        #expect(await stranger.post(address, form).status == 403)
        #expect(try await initiator.enrollment(id).status == .awaitingAccountHolderValidation)
        form["csrf"] = right
        #expect(await browser.post(address, form).status == 303)
    }

    @Test func aDecisionNeedsASignIn() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (id, pushed) = try await initiator.enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let page = await browser.get(pushed.redirectURL)
        var form = browser.fields(page)
        form["decision"] = "approve"
        form["account"] = "1"
        let address = try #require(browser.action(page)).replacingOccurrences(of: "sign-in", with: "decision")
        #expect(await browser.post(address, form).status == 403)
        #expect(try await initiator.enrollment(id).status == .awaitingAccountHolderValidation)
    }

    @Test func signingInChangesTheSession() async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        _ = await browser.get(pushed.redirectURL)
        let before = browser.cookies
        _ = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        #expect(browser.cookies != before)
    }

    @Test func aDecisionIsTakenOnce() async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        _ = try await browser.decide(pushed.redirectURL, cpf: Initiator.alice)
        #expect(await browser.get(pushed.redirectURL).status == 410)
    }

    @Test(
        arguments: [
            ["account": "1"], ["account": ""], ["account": "9999"], ["transaction_limit": "x"],
            ["transaction_limit": "-1"],
            ["daily_limit": "0"], ["daily_limit": "1.234"], ["validity_days": "0"], ["validity_days": "99999"],
            ["decision": "maybe"],
        ] as [[String: String]]
    )
    func aFormThatThePageDoesNotOfferIsShownAgain(_ change: [String: String]) async throws {
        let test = try await TestBank()
        let initiator = Initiator(test, .slowOptions)
        let (id, pushed) = try await initiator.enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let page = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        var form = browser.fields(page)
        form["decision"] = "approve"
        for (name, value) in change { form[name] = value }
        let answer = await browser.post(try #require(browser.action(page)), form)
        #expect(answer.status == 422 || answer.status == 410)
        #expect(try await initiator.enrollment(id).status == .awaitingAccountHolderValidation)
        #expect(browser.fields(answer)["csrf"] != nil)
    }

    @Test(
        arguments: [
            ("transaction_limit", "1.234", "Limite por pagamento"), ("daily_limit", "0,00", "Limite por dia"),
            ("daily_limit", "R$", "Limite por dia"), ("account", "9999", "Conta: escolha"),
            ("decision", "maybe", "Escolha “Autorizar” ou “Recusar”."),
        ]
    )
    func whatIsWrongIsNamedAndWhatWasEnteredStays(_ field: String, _ value: String, _ sentence: String) async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let page = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        let first = browser.fields(page)
        let sent = [
            "decision": "approve", "transaction_limit": "1.000,50", "daily_limit": "R$ 2 000", "validity_days": "30",
        ].merging([field: value]) { $1 }
        let answer = await browser.post(try #require(browser.action(page)), first.merging(sent) { $1 })
        #expect(answer.status == 422)
        let alert = answer.html.components(separatedBy: "role=\"alert\"").dropFirst().first?.prefix(120) ?? ""
        #expect(alert.contains(sentence))
        let again = browser.fields(answer)
        for name in ["transaction_limit", "daily_limit", "validity_days"] {
            #expect(again[name] == sent[name], "\(name)")
        }
        #expect(again["account"] == first["account"])
        let isAmount = field.hasSuffix("limit")
        #expect(answer.html.components(separatedBy: "aria-invalid").count == (isAmount ? 2 : 1))
    }

    @Test(
        arguments: [
            ("1.000,50", "1000.50"), ("R$ 20", "20.00"), ("r$20,00", "20.00"), (" R$\u{A0}1,234.56 ", "1234.56"),
        ]
    )
    func anAmountMayHaveItsSign(_ typed: String, _ amount: String) async throws {
        let test = try await TestBank()
        let device = try await Initiator(test).enroll(choosing: ["transaction_limit": typed])
        #expect(try await Initiator(test).enrollment(device.enrollmentID).transactionLimit == Money(decimal: amount))
    }

    @Test func whatIsNoAmountIsNotShownAgain() async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let page = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        let sent = browser.fields(page).merging(["decision": "approve", "daily_limit": "\"><b id=x>"]) { $1 }
        let html = await browser.post(try #require(browser.action(page)), sent).html
        #expect(html.contains("aria-invalid") && !html.contains("b id=x"))
    }

    @Test func pagesSpeakBothLanguages() async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        for (header, language) in [
            (nil, "pt-BR"), ("pt-BR,pt;q=0.9", "pt-BR"), ("en-US,en;q=0.9,pt;q=0.8", "en"), ("de, en;q=0.5", "en"),
            ("en;q=0.1, pt;q=0.2", "pt-BR"), ("*;q=x,,;", "pt-BR"),
        ] as [(String?, String)] {
            var browser = Browser(test.pages)
            browser.acceptLanguage = header
            let page = await browser.get(pushed.redirectURL)
            #expect(page.header("Content-Language") == language)
            #expect(String(decoding: page.body, as: UTF8.self).contains("<html lang=\"\(language)\">"))
        }
    }

    @Test(arguments: [
        ("https://loja.example/volta", "https://loja.example"),
        ("https://loja.example:8443?x=1", "https://loja.example:8443"),
        ("http://localhost:3000/cb", "http://localhost:3000"), ("meuapp://volta", "meuapp:"),
    ])
    func theFormMayLeadToTheCallbackAndNowhereElse(_ callback: String, _ source: String) async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let id = try await initiator.createEnrollment()
        try await initiator.sendSignals(id)
        let pushed = try await initiator.push(id, callback: callback)
        var browser = Browser(test.pages)
        let signIn = await browser.get(pushed.redirectURL)
        #expect(signIn.header("Content-Security-Policy")?.contains("form-action 'self';") == true)
        let page = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        let policy = try #require(page.header("Content-Security-Policy"))
        #expect(policy.contains("form-action 'self' \(source);"))
        #expect(policy.contains("default-src 'none'"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(page.header("Cache-Control") == "no-store")
        #expect(page.header("Referrer-Policy") == "no-referrer")
    }

    @Test func cookiesStayWithTheBrowser() async throws {
        for (base, isSecure) in [("http://localhost:8080", false), ("https://banco.example", true)] {
            let test = try await TestBank { $0.publicBaseURL = base }
            let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
            var browser = Browser(test.pages)
            let cookie = try #require(await browser.get(pushed.redirectURL).header("Set-Cookie"))
            #expect(cookie.contains("; HttpOnly; SameSite=Lax"))
            #expect(cookie.hasSuffix("; Secure") == isSecure)
        }
    }

    @Test func whatAnInitiatorWritesIsShownAndNotRun() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let id = try await initiator.createEnrollment(name: "<script>alert('x')</script>\u{0301}")
        try await initiator.sendSignals(id)
        let pushed = try await initiator.push(id)
        var browser = Browser(test.pages)
        let html = String(
            decoding: try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice).body,
            as: UTF8.self
        )
        #expect(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;\u{0301}"))
        #expect(!html.contains("<script"))
        #expect(!html.contains("style="))
    }

    @Test func everyInputHasItsLabel() async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let signIn = await browser.get(pushed.redirectURL)
        let approval = try await browser.signIn(pushed.redirectURL, cpf: Initiator.davi)
        for page in [signIn, approval] {
            for kind in ["<input id=\"", "<select id=\""] {
                for part in page.html.components(separatedBy: kind).dropFirst() {
                    #expect(page.html.contains("<label for=\"\(part.components(separatedBy: "\"")[0])\">"))
                }
            }
        }
        #expect(approval.html.components(separatedBy: "<label").count == 1 + 2 + 3)
    }

    @Test func theApprovalPageSaysWhoWantsWhat() async throws {
        let test = try await TestBank()
        for (temper, limits, english) in [
            (.approvesAtOnce, "até R$\u{A0}100.000,00 por pagamento.", "up to R$\u{A0}100,000.00 a payment."),
            (
                .lowLimits, "até R$\u{A0}50,00 por pagamento e até R$\u{A0}80,00 por dia.",
                "up to R$\u{A0}50.00 a payment and up to R$\u{A0}80.00 a day."
            ),
        ] as [(Temper, String, String)] {
            let (_, pushed) = try await Initiator(test, temper).enrollmentAwaitingHolder()
            var browser = Browser(test.pages)
            let signIn = await browser.get(pushed.redirectURL)
            #expect(signIn.screen == "bank-sign-in")
            #expect(!signIn.html.contains("Loja do Zé"))
            let page = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
            #expect(page.screen == "bank-approval")
            for part in [
                "<bdi>Loja do Zé</bdi></strong> quer vincular este aparelho.", "Poupança", "R$\u{A0}1.000,00", limits,
            ] {
                #expect(page.html.contains(part), "\(part)")
            }
            browser.acceptLanguage = "en"
            let translated = await browser.get(pushed.redirectURL).html
            for part in ["wants to enroll this device.", "Savings", "R$\u{A0}1,000.00", english] {
                #expect(translated.contains(part), "\(part)")
            }
        }
    }

    /// An SDK that was given no name sends the bank's.
    @Test func nobodyAsksUnderTheBanksOwnName() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        for (name, shown) in [
            ("Banco Ipê", "chave"), ("banco ipê amarelo s.a.", "chave"), ("Banco Ipê da Loja", "Banco Ipê da Loja"),
        ] {
            let id = try await initiator.createEnrollment(name: name)
            try await initiator.sendSignals(id)
            let pushed = try await initiator.push(id)
            var browser = Browser(test.pages)
            let page = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
            #expect(page.html.contains("<strong><bdi>\(shown)</bdi></strong>"), "\(name)")
            let home = try await browser.enter(TestBank.institution(.approvesAtOnce))
            #expect(home.html.contains("<bdi>\(shown == name ? name : "Vínculo sem nome")</bdi>"))
        }
    }

    @Test func limitsAreTakenAsPeopleWriteThem() {
        for (text, decimal) in [
            ("50", "50.00"), ("50,5", "50.50"), ("50.05", "50.05"), ("1.234,56", "1234.56"), ("1,234.56", "1234.56"),
            ("12.345.678,9", "12345678.90"), ("0,01", "0.01"),
        ] {
            #expect(Money(written: text)?.decimal == decimal, "\(text)")
        }
        for text in [
            "", ",", "1.234", "1,234", "1.234.567", "1,2,3", "12,34.56", "1.2345,6", "1.234,567", "1..234,56",
            ".234,56", "1234.567,89", "1.234,56,", "1.234.56", "-1,00", "1e3", "R$ 1", "1,\u{661}", "1\u{301},00",
        ] {
            #expect(Money(written: text) == nil, "\(text)")
        }
    }

    @Test func methodsAndPathsThatThereAreNotAreRefused() async throws {
        let test = try await TestBank()
        let home = "/\(TestBank.institution(.approvesAtOnce).text)"
        for (method, path, status) in [
            ("POST", "\(home)/authorize", 405), ("GET", "\(home)/decision", 405), ("GET", "\(home)/nothing", 404),
            ("GET", "/not-a-bank/authorize", 404), ("GET", "\(home)/authorize", 410), ("GET", home, 200),
            ("GET", "\(home)/logo.png", 200), ("DELETE", "\(home)/logo.png", 405),
            ("POST", "\(home)/sign-in", 410), ("GET", "", 404),
            ("GET", "\(home)/home", 303), ("POST", "\(home)/home", 405),
            ("GET", "\(home)/enter", 405), ("POST", "\(home)/enter", 403), ("GET", "\(home)/revoke", 405),
            ("POST", "\(home)/revoke", 403), ("GET", "\(home)/leave", 405), ("POST", "\(home)/leave", 403),
            ("POST", home, 405), ("GET", "\(home)/home/x", 404),
        ] {
            let response = await test.pages.respond(to: PageRequest(method: method, path: path))
            #expect(response.status == status, "\(method) \(path)")
        }
    }

    // MARK: Pictures

    @Test func eachBankHasASmallSign() throws {
        let logos = try SandboxInstitution.all.map { try #require(SandboxBank.logo(of: $0.id)) }
        #expect(Set(logos).count == 5)
        for logo in logos {
            #expect(logo.count < 8 * 1024)
            #expect(logo.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
            #expect(logo.suffix(8).elementsEqual(Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]))
        }
    }
}
