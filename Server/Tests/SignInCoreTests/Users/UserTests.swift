import ChaveBase
import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// Users, from their creation to what stays of them.
@Suite struct UserTests {
    private let home = TestSignIn.home

    /// Every state, every event; what is not in the table is refused.
    @Test func theWholeLifeOfAUser() {
        let table: [User.Status: [UserEvent: User.Status]] = [
            .active: [.suspend: .suspended, .activate: .active, .delete: .deleted],
            .suspended: [.suspend: .suspended, .activate: .active, .delete: .deleted],
            .deleted: [.delete: .deleted],
        ]
        for state in User.Status.allCases {
            for event in UserEvent.allCases {
                let expected = table[state]?[event]
                #expect((try? state.receiving(event)) == expected, "\(state) \(event)")
            }
        }
    }

    @Test func aNewUserIsActiveAndIsSentALink() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        #expect(user.status == .active)
        #expect(user.createdAt == rig.now)
        #expect(try await rig.signIn.user(user.id, of: home) == user)
        #expect(try await rig.signIn.user(externalID: "maria", of: home) == user)
        #expect(try await rig.signIn.users(of: home) == [user])
        let mail = try #require(rig.mail.mails.first)
        #expect(mail.recipient == "maria@example.com")
        #expect(mail.text.contains("\(TestSignIn.baseURL)/t/sandbox/bind?token=\(rig.mailedToken)"))
        #expect(rig.mailedToken.utf8.count == 43)
        // Where a browser gets its passkey, which the link is not for.
        #expect(mail.text.contains("\n\(TestSignIn.baseURL)/t/sandbox/account\n"))
    }

    /// One field at a time, and the refusal names it.
    @Test func eachFieldIsCheckedAndNamed() async throws {
        let rig = try await TestSignIn().withTenant()
        let long = String(repeating: "x", count: 256)
        var faults: [(UserDraft, String)] = []
        for text in ["", " ", "a\u{0}", "a\nb", "a\u{202E}b", "a\u{2028}b", long] {
            var (external, name, shown) = (rig.draft(), rig.draft(), rig.draft())
            external.externalID = text
            name.userName = text
            shown.displayName = text
            faults += [(external, "external_id"), (name, "user_name"), (shown, "display_name")]
        }
        let addresses = [
            "", "maria", "@example.com", "maria@", "maria@example", "a@b@example.com", ".a@example.com",
            "a..b@example.com", "a@-example.com", "a@example..com", "a@1.2.3.4", "a b@example.com",
            "a@example.com\r\nBcc: x", "-X/tmp/x@example.com",
            "á@example.com", String(repeating: "x", count: 65) + "@example.com", "\"a\"@example.com",
        ]
        for address in addresses {
            var draft = rig.draft()
            draft.email = address
            faults.append((draft, "email"))
        }
        for (draft, field) in faults {
            let refusal = try await rig.refusal { _ = try await rig.signIn.createUser(draft, of: home) }
            #expect(refusal?.code == .invalidRequest, "\(draft)")
            #expect(refusal?.field == field, "\(draft)")
        }
        #expect(try await rig.signIn.users(of: home).isEmpty)
        #expect(rig.mail.mails.isEmpty)
    }

    @Test func anExternalIDIsOneUsersAndOfOneTenantOnly() async throws {
        let rig = try await TestSignIn().withTenant().withTenant(.named("other"))
        _ = try await rig.user()
        let refusal = try await rig.refusal { _ = try await rig.user() }
        #expect(refusal?.code == .conflict)
        #expect(refusal?.field == "external_id")
        let elsewhere = try await rig.user(of: .named("other"))
        #expect(elsewhere.tenant == .named("other"))
        #expect(try await rig.refusal { _ = try await rig.signIn.user(elsewhere.id, of: home) }?.code == .notFound)
    }

    /// Whoever was slower decides anew, sees the other one's user, and is told.
    @Test(.timeLimit(.minutes(15)))
    func ofManyWhoCreateTheSameUserOneDoes() async throws {
        let rig = try await TestSignIn().withTenant()
        let refusals = try await withThrowingTaskGroup(of: OAuthError?.self) { group in
            for _ in 1...20 { group.addTask { try await rig.refusal { _ = try await rig.user() } } }
            return try await group.reduce(into: [OAuthError?]()) { $0.append($1) }
        }
        #expect(refusals.count { $0 == nil } == 1)
        #expect(refusals.count { $0?.code == .conflict && $0?.field == "external_id" } == 19)
        #expect(try await rig.signIn.users(of: home).count == 1)
    }

    @Test func aMailThatIsNotTakenIsToldAndCanBeSentAgain() async throws {
        let rig = try await TestSignIn().withTenant()
        rig.mail.refuse(true)
        #expect(try await rig.refusal { _ = try await rig.user() }?.code == .temporarilyUnavailable)
        rig.mail.refuse(false)
        let user = try await rig.signIn.recoverUser(externalID: "maria", of: home)
        #expect(try await rig.bind(TestDevice()).credential.user == user.id)
    }

    @Test func withoutAnAddressForLinksNobodyIsMailed() async throws {
        let rig = TestSignIn()
        #expect(try await rig.refusal { _ = try await rig.user() }?.code == .notFound)
        _ = try await rig.signIn.createTenant(home, displayName: "Loja")
        #expect(try await rig.refusal { _ = try await rig.user() }?.code == .conflict)
        #expect(try await rig.signIn.users(of: home).isEmpty)
    }

    @Test func whatStaysOfADeletedUserSaysNothingOfThePerson() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        let device = try await rig.bind(TestDevice(), named: "Telefone da Maria")
        rig.advance(seconds: 5)
        let deleted = try await rig.signIn.deleteUser(user.id, of: home)
        #expect(deleted.status == .deleted)
        #expect(deleted.externalID + deleted.email + deleted.userName + deleted.displayName == "")
        #expect(deleted.createdAt == user.createdAt)
        #expect(deleted.changedAt == rig.now)
        let credential = try #require(try await rig.recorded(device.credential.id))
        #expect(credential.status == .revoked)
        #expect(credential.deviceName.isEmpty)
        #expect(try await rig.signIn.deleteUser(user.id, of: home) == deleted, "a second time changes nothing")
        for refused in [rig.signIn.suspendUser, rig.signIn.activateUser] {
            #expect(try await rig.refusal { _ = try await refused(user.id, home) }?.code == .conflict)
        }
        #expect(
            try await rig.refusal { _ = try await rig.signIn.recoverUser(externalID: "maria", of: home) }?.code
                == .notFound
        )
        let next = try await rig.user()
        #expect(next.id != user.id, "the external id is free, the user is another one")
    }

    @Test func suspendingAndActivatingMoveTheTimeOnce() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        rig.advance(seconds: 1)
        let suspended = try await rig.signIn.suspendUser(user.id, of: home)
        #expect(suspended.status == .suspended)
        rig.advance(seconds: 1)
        #expect(try await rig.signIn.suspendUser(user.id, of: home) == suspended)
        let recovery = try await rig.refusal { _ = try await rig.signIn.recoverUser(externalID: "maria", of: home) }
        #expect(recovery?.code == .conflict)
        let active = try await rig.signIn.activateUser(user.id, of: home)
        #expect(active.status == .active)
        #expect(active.changedAt == rig.now)
        #expect(try await rig.refusal { _ = try await rig.signIn.suspendUser("none", of: home) }?.code == .notFound)
    }

    /// Nothing of a deleted one is looked up, so two of them are not in each other's way.
    @Test func twoOfATenantAreDeleted() async throws {
        let rig = try await TestSignIn().withTenant()
        for name in ["maria", "joana"] {
            let user = try await rig.user(name)
            #expect(try await rig.signIn.deleteUser(user.id, of: home).status == .deleted)
        }
    }
}
