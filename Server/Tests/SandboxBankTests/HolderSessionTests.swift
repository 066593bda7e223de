import ChaveBase
import ChavePixModel
import Foundation
import HolderBrowser
import InstitutionPort
import Pages
import Testing

@testable import SandboxBank

/// Who gets to a holder's own pages, and for how long.
@Suite(.everyEngine) struct HolderSessionTests {
    private static let bank = TestBank.institution(.approvesAtOnce)
    private static let door = "/bank/\(bank.text)"

    @Test func theDoorShowsWhoMayEnter() async throws {
        var browser = Browser(try await TestBank().pages)
        let page = await browser.get(Self.door)
        #expect(page.status == 200)
        #expect(page.screen == "bank-welcome")
        for holder in SandboxHolder.all {
            for part in [holder.name, holder.cpf, holder.password] { #expect(page.html.contains(part)) }
        }
        _ = try await browser.enter(Self.bank)
        let known = await browser.get(Self.door)
        #expect(known.screen == "bank-welcome")
        #expect(known.html.contains("<bdi>Alice Nogueira</bdi>"))
        #expect(known.html.contains("href=\"\(Self.door)/home\""))
        #expect(browser.forms(to: "enter", in: known).isEmpty)
        #expect(browser.forms(to: "leave", in: known).count == 1)
    }

    /// Load's payers have accounts, and stand on no page.
    @Test func thePayersOfLoadEnterAndAreNotShown() async throws {
        let test = try await TestBank()
        var browser = Browser(test.pages)
        let door = await browser.get(Self.door)
        #expect(Set(SandboxHolder.everybody.map(\.cpf)).count == SandboxHolder.all.count + SandboxHolder.ofLoad.count)
        for holder in SandboxHolder.ofLoad {
            #expect(TaxIdentifier(holder.cpf)?.kind == .cpf)
            #expect(!door.html.contains(holder.cpf) && !door.html.contains(holder.name))
            var payer = Browser(test.pages)
            let home = try await payer.enter(Self.bank, cpf: holder.cpf)
            #expect(home.html.contains(holder.name) && home.html.contains("R$\u{A0}1.000.000,00"))
        }
    }

    @Test func aWrongPasswordAndAnUnknownPersonLookAlikeAtTheDoor() async throws {
        let test = try await TestBank()
        var bodies: Set<String> = []
        for (cpf, password) in [(Initiator.alice, "wrong"), ("00000000000", "senha-1"), (Initiator.alice, "")] {
            var browser = Browser(test.pages)
            let page = await browser.get(Self.door)
            let answer = try await browser.send("enter", in: page, ["cpf": cpf, "password": password])
            #expect(answer.status == 403)
            #expect(answer.screen == "bank-welcome")
            #expect(answer.html.contains("role=\"alert\""))
            // The CPF is the visitor's own entry.
            let body = answer.html.replacingOccurrences(of: "value=\"\(cpf)\"", with: "")
            bodies.insert(body.replacingOccurrences(of: browser.fields(answer)["csrf"] ?? "-", with: ""))
            #expect(await browser.home(Self.bank).status == 303)
        }
        #expect(bodies.count == 1)
    }

    @Test func whoHasNotSignedInIsShownTheDoor() async throws {
        var browser = Browser(try await TestBank().pages)
        for _ in 0..<2 {
            let answer = await browser.home(Self.bank)
            #expect(answer.status == 303)
            #expect(answer.header("Location") == Self.door)
            // The second time with the cookie of the door's page, which names nobody.
            _ = await browser.get(Self.door)
        }
    }

    @Test func signingInChangesTheSessionAndEndsTheOneBefore() async throws {
        let test = try await TestBank()
        var browser = Browser(test.pages)
        let welcome = await browser.get(Self.door)
        let planted = browser
        _ = try await browser.enter(Self.bank)
        #expect(browser.cookies != planted.cookies)
        var stranger = planted
        #expect(await stranger.home(Self.bank).status == 303)
        // The door's page again, out of the browser's memory: its token is of the old cookie.
        let form = try #require(browser.forms(to: "enter", in: welcome).first)
        #expect(await browser.post(form.action, form.fields).status == 403)
        // Another sign-in in the same browser.
        var again = browser
        let home = await again.home(Self.bank)
        let token = try #require(again.forms(to: "leave", in: home).first?.fields["csrf"])
        let answer = await again.post(
            "\(Self.door)/enter",
            ["csrf": token, "cpf": Initiator.bruno, "password": "senha-2"]
        )
        #expect(answer.status == 303)
        #expect(await again.home(Self.bank).html.contains("Bruno Teixeira"))
        #expect(await browser.home(Self.bank).status == 303)
    }

    @Test func theSessionEndsAfterFifteenMinutesAndNotBefore() async throws {
        let test = try await TestBank()
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        test.clock.advance(seconds: 900)
        test.clock.advance(microseconds: -1)
        #expect(await browser.home(Self.bank).screen == "bank-home")
        test.clock.advance(microseconds: 1)
        #expect(await browser.home(Self.bank).status == 303)
        let leaving = try await browser.send("leave", in: page)
        #expect(leaving.status == 303)
    }

    @Test func signingOutEndsEveryCopyOfTheCookie() async throws {
        let test = try await TestBank()
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        var copy = browser
        let answer = try await browser.send("leave", in: page)
        #expect(answer.status == 303)
        #expect(answer.header("Location") == Self.door)
        #expect(answer.header("Set-Cookie")?.contains("Max-Age=0") == true)
        #expect(browser.cookies[HolderPages.homeCookie] == nil)
        #expect(await copy.home(Self.bank).status == 303)
        #expect(await copy.get(Self.door).html.contains("name=\"password\""))
    }

    @Test func aSessionOfOneBankOpensNoOther() async throws {
        let test = try await TestBank()
        let other = TestBank.institution(.lowLimits)
        let device = try await Initiator(test, .lowLimits).enroll()
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        #expect(await browser.home(other).status == 303)
        let token = try #require(browser.forms(to: "leave", in: page).first?.fields["csrf"])
        let answer = await browser.post(
            "/bank/\(other.text)/revoke",
            ["csrf": token, "enrollment": device.enrollmentID]
        )
        #expect(answer.status == 403)
        #expect(try await Initiator(test, .lowLimits).enrollment(device.enrollmentID).status == .authorised)
        // Nor does signing out there end the session here.
        let cookies = browser.cookies
        _ = await browser.post("/bank/\(other.text)/leave", ["csrf": token])
        browser.cookies = cookies
        #expect(await browser.home(Self.bank).screen == "bank-home")
    }

    @Test func anApprovalsSessionAndTheHomesOpenNothingOfEachOther() async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        _ = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        let approval = try #require(browser.cookies[HolderPages.sessionCookie])
        #expect(await browser.home(Self.bank).status == 303)
        browser.cookies[HolderPages.homeCookie] = approval
        #expect(await browser.home(Self.bank).status == 303)

        var holder = Browser(test.pages)
        _ = try await holder.enter(Self.bank)
        #expect(await holder.get(pushed.redirectURL).screen == "bank-sign-in")
        holder.cookies[HolderPages.sessionCookie] = holder.cookies[HolderPages.homeCookie]
        #expect(await holder.get(pushed.redirectURL).screen == "bank-sign-in")
        #expect(await holder.home(Self.bank).screen == "bank-home")
    }

    @Test func aFormFromElsewhereChangesNothing() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        let form = try #require(browser.forms(to: "revoke", in: page).first)
        let right = try #require(form.fields["csrf"])
        var other = Browser(test.pages)
        let foreign = other.forms(to: "leave", in: try await other.enter(Self.bank)).first?.fields["csrf"]
        for token in [nil, "", "x", String(right.dropLast()), "\(right)A", foreign] as [String?] {
            for place in ["revoke", "leave", "enter"] {
                var fields = ["enrollment": device.enrollmentID, "cpf": Initiator.bruno, "password": "senha-2"]
                fields["csrf"] = token
                #expect(await browser.post("\(Self.door)/\(place)", fields).status == 403, "\(place)")
            }
        }
        // The right token without the cookie.
        var stranger = Browser(test.pages)
        #expect(await stranger.post(form.action, form.fields).status == 403)
        #expect(try await initiator.enrollment(device.enrollmentID).status == .authorised)
        #expect(await browser.home(Self.bank).html.contains("Alice Nogueira"))
        #expect(await browser.post(form.action, form.fields).status == 303)
    }

    @Test func cookiesOfTheOwnPagesStayWithTheBrowser() async throws {
        for (base, isSecure) in [("http://localhost:8080", false), ("https://banco.example", true)] {
            let test = try await TestBank { $0.publicBaseURL = base }
            var browser = Browser(test.pages)
            let cookie = try #require(await browser.get(Self.door).header("Set-Cookie"))
            #expect(cookie.hasPrefix("chave_bank_home="))
            #expect(cookie.contains("; Path=\(Self.door); Max-Age=900; HttpOnly; SameSite=Lax"))
            #expect(cookie.hasSuffix("; Secure") == isSecure)
        }
    }

    @Test func sessionsThatHaveEndedAreSweptAway() async throws {
        let test = try await TestBank()
        var early = Browser(test.pages)
        _ = try await early.enter(Self.bank)
        test.clock.advance(seconds: 600)
        var late = Browser(test.pages)
        _ = try await late.enter(Self.bank)
        for (seconds, left) in [(299, 2), (1, 1), (599, 1), (1, 0)] {
            test.clock.advance(seconds: seconds)
            try await test.bank.tick()
            #expect(try await test.bank.count(.holderSessions) == left)
        }
    }
}
