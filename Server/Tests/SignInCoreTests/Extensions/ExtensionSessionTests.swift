import ChaveBase
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

struct ExtensionSessionTests {
    @Test
    func aSessionBeginsWithACodeForNinetySeconds() async throws {
        let rig = try await ExtensionRig()
        let begun = try await rig.signIn.beginExtension(by: rig.exporter)
        #expect(begun.state.status == .offering)
        #expect(begun.state.codeExpiresInSeconds == 90)
        #expect(begun.state.rotation == 0)
        let read = try await rig.signIn.extensionState(begun.state.id, token: begun.token, tenant: nil)
        #expect(read == begun.state)
    }

    @Test
    func whoLooksReplacesACodeWhoseTimeIsUpAndTheVersionRises() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        rig.test.advance(milliseconds: 89_999)
        let before = try await session.look()
        #expect(before.code == session.code)
        #expect(before.codeExpiresInSeconds == 1)
        rig.test.advance(milliseconds: 1)
        let after = try await session.look()
        #expect(after.code != session.code)
        #expect(after.rotation == 1)
        #expect(after.version == before.version + 1)
        #expect(try await session.look() == after)
    }

    @Test(arguments: [(0, true), (89_999, true), (90_000, true), (94_999, true), (95_000, false)])
    func aCodeIsTakenUntilTheEndOfItsGrace(_ milliseconds: Int64, _ isTaken: Bool) async throws {
        for looks in [true, false] {
            let rig = try await ExtensionRig()
            let session = try await rig.begin()
            rig.test.advance(milliseconds: milliseconds)
            if looks { _ = try await session.look() }
            #expect(try await rig.refusal(session.code) == (isTaken ? nil : .invalidCode))
        }
    }

    @Test
    func beyondTheGraceASessionHasOneLiveCode() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        var codes: [String] = []
        for _ in 0..<600 {
            let view = try await session.look()
            if let code = view.code, codes.last != code { codes.append(code) }
            let now = rig.test.now
            let state = try await rig.session(session.id).state
            let live = codes.filter {
                state.takes(NineDigits.digest(of: $0, tenant: rig.tenant), at: now, ExtensionPolicy())
            }
            #expect(live.count == 1 || live.count == 2 && live == Array(codes.suffix(2)))
            if (view.codeExpiresInSeconds ?? 0) <= 85 { #expect(live.count == 1) }
            rig.test.advance(milliseconds: 1_500)
        }
        #expect(codes.count == 10)
    }

    @Test
    func afterTenRotationsTheSessionIsAbortedOnceAndForGood() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        var seen: [ExtensionView] = []
        for _ in 0..<1_100 {
            let view = try await session.look()
            if seen.last?.version != view.version { seen.append(view) }
            rig.test.advance(milliseconds: 1_000)
        }
        #expect(seen.map(\.status) == Array(repeating: .offering, count: 11) + [.aborted])
        #expect(seen.prefix(11).map(\.rotation) == Array(0...10))
        #expect(Set(seen.compactMap(\.code)).count == 11)
    }

    @Test
    func anEndedSessionIsNeverLeft() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let ended = try await session.cancel()
        #expect(ended.status == .aborted)
        #expect(try await session.cancel() == ended)
        #expect(try await session.refuse("any") == ended)
        rig.test.advance(seconds: 3_000)
        #expect(try await session.look() == ended)
        #expect(try await rig.refusal(session.code) == .invalidCode)
    }

    @Test
    func aUserHasThreeLiveSessionsAtMost() async throws {
        let rig = try await ExtensionRig()
        var devices: [ExtensionRig.Device] = []
        for number in 0..<5 { devices.append(try await rig.device("phone-\(number)")) }
        var sessions: [ExtensionRig.Session] = []
        for device in devices.prefix(3) { sessions.append(try await rig.begin(by: device)) }
        await #expect(throws: OAuthError.tooManyExtensions) { try await rig.begin(by: devices[3]) }
        _ = try await sessions[1].cancel()
        _ = try await rig.begin(by: devices[3])
        await #expect(throws: OAuthError.tooManyExtensions) { try await rig.begin(by: devices[4]) }
        // All of them have run out, and nobody looked at any.
        rig.test.advance(seconds: 2_000)
        _ = try await rig.begin(by: devices[4])
    }

    /// An app that was ended and started again has lost its token, and would wait for the end of its own session.
    @Test
    func anotherOneByTheSameDeviceEndsTheOneBefore() async throws {
        let rig = try await ExtensionRig()
        let other = try await rig.begin(by: rig.device("ana-b"))
        var before = try await rig.begin()
        let claim = try await rig.claim(before.code)
        for _ in 0..<5 {
            let next = try await rig.begin()
            #expect(try await before.look().status == .aborted)
            #expect(try await rig.refusal(before.code) == .invalidCode)
            #expect(try await next.look().code == next.code)
            before = next
        }
        #expect(try await rig.signIn.claimState(claim.id, token: claim.token, tenant: nil).status == .refused)
        #expect(try await other.look().code == other.code, "another device's goes on")
    }

    @Test
    func ofManyThatBeginAtOnceThreeDo() async throws {
        let rig = try await ExtensionRig()
        var devices: [ExtensionRig.Device] = []
        for number in 0..<40 { devices.append(try await rig.device("phone-\(number)")) }
        let begun = await withTaskGroup { group in
            for device in devices { group.addTask { (try? await rig.begin(by: device)) == nil ? 0 : 1 } }
            return await group.reduce(0, +)
        }
        #expect(begun == 3)
    }

    @Test
    func aTokenOpensItsOwnSessionOnly() async throws {
        let rig = try await ExtensionRig()
        let (one, other) = (try await rig.begin(), try await rig.begin(by: rig.device("ana-b")))
        for (id, token) in [(one.id, other.token), (other.id, one.token), (one.id, ""), (one.id, one.token + "A")] {
            await #expect(throws: OAuthError.unknownExtension) {
                try await rig.signIn.extensionState(id, token: token, tenant: nil)
            }
        }
    }

    @Test
    func neitherCodeNorTokenLiesInTheStore() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let record = try await rig.session(session.id)
        let content = String(decoding: JSONValue.object(record.content).encoded(), as: UTF8.self)
        #expect(!content.contains(session.code))
        #expect(!content.contains(session.token))
    }

    @Test
    func whoIsTheLastOfAChainExtendsNoFurther() async throws {
        let rig = try await ExtensionRig()
        var exporter = rig.exporter
        for depth in Int64(1)...4 {
            let id = "ana-\(depth)"
            let key = TestDeviceKey()
            try await rig.insert(rig.credential(id, of: "ana", key: key, parent: exporter.credential, depth: depth))
            exporter.credential = id
            if depth == 3 { _ = try await rig.signIn.beginExtension(by: exporter) }
        }
        await #expect(throws: OAuthError.tooDeep) { try await rig.signIn.beginExtension(by: exporter) }
    }

    /// Signed by a first device or not: what the server has not recorded, with all above it, speaks for nobody.
    @Test
    func aChildThatIsNotRecordedUnderARecordedLineExtendsNothing() async throws {
        let rig = try await ExtensionRig()
        var exporter = rig.exporter
        try await rig.insert(rig.credential("orphan", of: "ana", key: TestDeviceKey(), parent: "ana-1", depth: 2))
        try await rig.insert(rig.credential("foreign", of: "eva", key: TestDeviceKey(), parent: "ana-0", depth: 1))
        for unrecorded in ["ana-1", "orphan", "foreign"] {
            exporter.credential = unrecorded
            await #expect(throws: CredentialState.deviceDeleted.refusal) {
                try await rig.signIn.beginExtension(by: exporter)
            }
        }
    }

    @Test(arguments: [User.Status.suspended, .deleted])
    func whoIsSuspendedOrDeletedBeginsNothingAndEndsWhatRuns(_ status: User.Status) async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        try await rig.changeUser("ana", to: status)
        await #expect(throws: OAuthError.self) { try await rig.begin() }
        #expect(try await rig.refusal(session.code) == .invalidCode)
        #expect(try await session.look().status == .aborted)
    }
}
