import ChaveBase
import ChaveWire
import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// What a tenant's own server changes of a person, and how a new address is proven.
struct UserChangeTests {
    private let home = TestSignIn.home
    private let address = "maria@new.example.com"

    private static func token(_ mail: Mail?) -> String {
        String(mail?.text.split(separator: "new-email?token=").last?.prefix(43) ?? "")
    }

    /// A person whose new address waits for its proof; the link's token.
    private func offered(_ rig: TestSignIn) async throws -> (user: User, token: String) {
        let user = try await rig.user()
        _ = try await rig.signIn.changeUser(user.id, UserPatch(email: address), of: home)
        return (user, Self.token(rig.mail.mails.last))
    }

    @Test func namesChangeAtOnceAndSignNobodyOut() async throws {
        var rig = try await BrowserRig()
        try await rig.signedInByDevice()
        let (visit, user) = (rig.visit, rig.user)
        rig.test.advance(seconds: 1)
        let patch = UserPatch(externalID: "m", userName: "mari", displayName: "Maria Souza")
        let changed = try await rig.signIn.changeUser(user, patch, of: home)
        #expect(changed.externalID == "m" && changed.userName == "mari" && changed.displayName == "Maria Souza")
        #expect(changed.modifiedAt == rig.test.now && changed.changedAt < rig.test.now)
        #expect(try await rig.signIn.user(externalID: "maria", of: home) == nil)
        #expect(try await rig.signIn.user(externalID: "m", of: home) == changed)
        #expect(try await rig.signIn.browserPerson(visit, of: home)?.displayName == "Maria Souza")
        rig.test.advance(seconds: 1)
        let same = try await rig.signIn.changeUser(user, patch, of: home)
        #expect(same == changed, "the same again changes nothing, not even the time")
    }

    @Test func tokensShowTheNewValuesAfterwards() async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code("app", ["scope": "openid profile email"])
        let access = try await rig.exchange(code).accessToken
        rig.world.advance(seconds: 1)
        let patch = UserPatch(email: address, userName: "mari", displayName: "Maria Souza")
        _ = try await rig.signIn.changeUser(OAuthRig.user, patch, of: rig.tenant)
        var claims = try await rig.information(access)
        #expect(claims["name"]?.string == "Maria Souza" && claims["preferred_username"]?.string == "mari")
        #expect(claims["updated_at"]?.number?.int64 == rig.world.now.seconds)
        #expect(claims["email"]?.string == "ana@example.com" && claims["email_verified"] == false)
        let token = Self.token(rig.world.mail.mails.last)
        #expect(try await rig.signIn.proveMail(byToken: token, of: rig.tenant) != nil)
        claims = try await rig.information(access)
        #expect(claims["email"]?.string == address && claims["email_verified"] == true)
    }

    @Test func aNewAddressCountsOnceItsLinkIsConfirmed() async throws {
        let rig = try await TestSignIn().withTenant()
        let (user, token) = try await offered(rig)
        let mails = rig.mail.mails.suffix(2)
        #expect(mails.map(\.recipient) == ["maria@example.com", address], "the old address hears of it first")
        #expect(mails.first?.text.contains(address) == false && mails.first?.text.contains("token=") == false)
        #expect(mails.last?.text.contains("\n\(TestSignIn.baseURL)/t/sandbox/account/new-email?token=") == true)
        #expect(token.utf8.count == 43)
        #expect(try await rig.signIn.user(user.id, of: home).email == "maria@example.com")
        #expect(try await rig.signIn.pendingMail(of: user.id, home) == address)
        #expect(try await rig.signIn.pendingMails(of: home) == [user.id: address])
        for _ in 0..<3 {
            let shown = try await rig.signIn.mailChange(byToken: token, of: home)
            #expect(shown?.address == address && shown?.displayName == "Maria Silva")
        }
        #expect(try await rig.signIn.user(user.id, of: home).email == "maria@example.com", "a look changes nothing")
        #expect(try await rig.signIn.proveMail(byToken: token, of: home)?.address == address)
        let changed = try await rig.signIn.user(user.id, of: home)
        #expect(changed.email == address && changed.hasProvenMail)
        #expect(try await rig.signIn.pendingMail(of: user.id, home) == nil)
        #expect(try await rig.signIn.proveMail(byToken: token, of: home) == nil, "once")
    }

    /// One answer for each; the address stays.
    @Test(arguments: ["wrong", "old", "overtaken", "another tenant's", "taken back", "suspended", "deleted"])
    func aLinkThatIsOverChangesNothing(_ fault: String) async throws {
        let rig = try await TestSignIn().withTenant().withTenant(.named("other"))
        var (user, token) = try await offered(rig)
        var place = home
        switch fault {
        case "wrong": token = String(token.reversed())
        case "old": rig.advance(seconds: 86_400)
        case "overtaken":
            _ = try await rig.signIn.changeUser(user.id, UserPatch(email: "other@example.com"), of: home)
        case "another tenant's": place = .named("other")
        case "taken back": _ = try await rig.signIn.changeUser(user.id, UserPatch(email: user.email), of: home)
        case "suspended":
            _ = try await rig.signIn.suspendUser(user.id, of: home)
            _ = try await rig.signIn.activateUser(user.id, of: home)
        default: _ = try await rig.signIn.deleteUser(user.id, of: home)
        }
        #expect(try await rig.signIn.mailChange(byToken: token, of: place) == nil)
        #expect(try await rig.signIn.proveMail(byToken: token, of: place) == nil)
        user = try await rig.signIn.user(user.id, of: home)
        #expect(user.email == (fault == "deleted" ? "" : "maria@example.com"))
        let pending = try await rig.signIn.pendingMail(of: user.id, home)
        #expect(
            pending
                == (["wrong", "another tenant's"].contains(fault)
                    ? address : fault == "overtaken" ? "other@example.com" : nil)
        )
    }

    @Test func noAddressIsTakenFromAPersonWhoWasNotTold() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        rig.mail.refuse(true)
        let refused = try await rig.refusal {
            _ = try await rig.signIn.changeUser(user.id, UserPatch(email: address, displayName: "M"), of: home)
        }
        #expect(refused?.code == .temporarilyUnavailable && refused?.status == 503)
        rig.mail.refuse(false)
        #expect(rig.mail.mails.allSatisfy { $0.recipient == "maria@example.com" }, "no link went out")
        let known = try await rig.signIn.user(user.id, of: home)
        #expect(known.email == "maria@example.com" && known.displayName == "M")
    }

    /// A device would be registered by whoever reads the old address.
    @Test func anUnusedLinkToTheOldAddressEndsWithIt() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        let registration = rig.mailedToken
        _ = try await rig.signIn.changeUser(user.id, UserPatch(email: address), of: home)
        #expect(try await rig.signIn.standing(ofLink: registration) == .good, "an offer ends nothing")
        _ = try await rig.signIn.proveMail(byToken: Self.token(rig.mail.mails.last), of: home)
        #expect(try await rig.signIn.standing(ofLink: registration) == .over)
        _ = try await rig.signIn.recoverUser(externalID: "maria", of: home)
        #expect(rig.mail.mails.last?.recipient == address)
    }

    @Test func anExternalIDStaysOneUsersWhoeverIsFirst() async throws {
        let rig = try await TestSignIn().withTenant()
        var ids: [String] = []
        for name in ["a", "b", "c", "d"] { ids.append(try await rig.user(name).id) }
        let taken = try await rig.refusal {
            _ = try await rig.signIn.changeUser(ids[1], UserPatch(externalID: "a"), of: home)
        }
        #expect(taken?.code == .conflict && taken?.field == "external_id")
        let (signIn, tenant) = (rig.signIn, home)
        let won = try await withThrowingTaskGroup(of: Bool.self) { group in
            for id in ids.dropFirst() {
                group.addTask {
                    do {
                        _ = try await signIn.changeUser(id, UserPatch(externalID: "wanted"), of: tenant)
                        return true
                    } catch let error as OAuthError {
                        #expect(error.code == .conflict)
                        return false
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(won == 1)
    }

    @Test func eachMemberIsCheckedAndNamed() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        for (patch, field) in [
            (UserPatch(externalID: ""), "external_id"), (UserPatch(email: "maria"), "email"),
            (UserPatch(userName: "a\nb"), "user_name"), (UserPatch(displayName: " "), "display_name"),
            (UserPatch(), nil),
        ] {
            let refusal = try await rig.refusal { _ = try await rig.signIn.changeUser(user.id, patch, of: home) }
            #expect(refusal?.code == .invalidRequest && refusal?.field == field)
        }
        #expect(try await rig.signIn.user(user.id, of: home) == user)
        let nobody = try await rig.refusal {
            _ = try await rig.signIn.changeUser("x", UserPatch(displayName: "x"), of: home)
        }
        #expect(nobody?.code == .notFound)
        _ = try await rig.signIn.suspendUser(user.id, of: home)
        let named = try await rig.signIn.changeUser(user.id, UserPatch(displayName: "Mari"), of: home)
        #expect(named.status == .suspended && named.displayName == "Mari")
        let early = try await rig.refusal {
            _ = try await rig.signIn.changeUser(user.id, UserPatch(email: address), of: home)
        }
        #expect(early?.code == .conflict && early?.field == "email")
        _ = try await rig.signIn.deleteUser(user.id, of: home)
        let late = try await rig.refusal {
            _ = try await rig.signIn.changeUser(user.id, UserPatch(displayName: "x"), of: home)
        }
        #expect(late?.code == .conflict)
    }
}
