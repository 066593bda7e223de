import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWire
import Testing

@Suite struct GestureTests {
    @Test(arguments: ["required", "preferred", "discouraged", "unheard of", nil])
    func theFlagsSayWhatTheGestureGave(_ verification: String?) async throws {
        let verified = Sample.authenticator()
        let created = try await verified.makeCredential(Sample.creation { $0.userVerification = verification })
        #expect(try Sample.data(created).flags == [.userPresent, .userVerified, .attestedCredentialData])
        let assertion = try await verified.getAssertion(
            Sample.request {
                $0.allowedCredentials = [created.id]
                $0.userVerification = verification
            }
        )
        #expect(try Sample.data(assertion).flags == [.userPresent, .userVerified])
    }

    @Test func presenceAloneNeverSetsTheVerifiedFlag() async throws {
        let present = Sample.authenticator(gesture: .always(.present))
        for verification in ["preferred", "discouraged", nil] {
            let created = try await present.makeCredential(Sample.creation { $0.userVerification = verification })
            #expect(try Sample.data(created).flags == [.userPresent, .attestedCredentialData])
            let assertion = try await present.getAssertion(
                Sample.request {
                    $0.allowedCredentials = [created.id]
                    $0.userVerification = verification
                }
            )
            #expect(try Sample.data(assertion).flags == [.userPresent])
        }
    }

    @Test func presenceIsNotEnoughWhereVerificationIsRequired() async throws {
        let store = MemoryKeyStore()
        let present = Sample.authenticator(store, gesture: .always(.present))
        await expectCode(.notAllowed) {
            try await present.makeCredential(Sample.creation { $0.userVerification = "required" })
        }
        #expect(try store.credentials().isEmpty)
        try store.insert(Sample.credential())
        await expectCode(.notAllowed) {
            try await present.getAssertion(Sample.request { $0.userVerification = "required" })
        }
        #expect(try store.credential([1, 2, 3])?.signCount == 0)
    }

    @Test func whoCancelsLeavesNothingBehind() async throws {
        let store = MemoryKeyStore()
        let refusing = Sample.authenticator(store, gesture: .always(.cancelled))
        await expectCode(.userCancelled) { try await refusing.makeCredential(Sample.creation()) }
        #expect(try store.credentials().isEmpty)
        try store.insert(Sample.credential())
        await expectCode(.userCancelled) { try await refusing.getAssertion(Sample.request()) }
        #expect(try store.credential([1, 2, 3])?.signCount == 0)
    }

    @Test func aGestureThatFailsSaysWhy() async throws {
        let failing = Sample.authenticator(gesture: .always(.failed(DeviceKeyError(.pinBlocked, "blocked"))))
        await expectCode(.pinBlocked) { try await failing.makeCredential(Sample.creation()) }
    }

    @Test func aCancelledTaskMakesNoCredential() async throws {
        let store = MemoryKeyStore()
        let gesture = UserGesture { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            return .verified
        }
        let authenticator = Sample.authenticator(store, gesture: gesture)
        let task = Task { try await authenticator.makeCredential(Sample.creation()) }
        await expectCode(.userCancelled) { try await task.value }
        #expect(try store.credentials().isEmpty)
    }

    @Test func thePersonIsToldWhoAsksForWhom() async throws {
        let asked = AskedRequests()
        let authenticator = Sample.authenticator(gesture: asked.gesture(.verified))
        let created = try await authenticator.makeCredential(
            Sample.creation {
                $0.userVerification = "required"
                $0.timeoutMilliseconds = 5_000
            }
        )
        _ = try await authenticator.getAssertion(Sample.request { $0.allowedCredentials = [created.id] })
        #expect(
            asked.all == [
                GestureRequest(
                    ceremony: .registration,
                    relyingPartyID: "bank.example",
                    userName: "ana",
                    verification: .required,
                    timeoutMilliseconds: 5_000
                ),
                GestureRequest(
                    ceremony: .authentication,
                    relyingPartyID: "bank.example",
                    userName: "ana",
                    verification: .preferred
                ),
            ]
        )
    }

    @Test func nothingIsAskedForOptionsThatCannotSucceed() async throws {
        let asked = AskedRequests()
        let authenticator = Sample.authenticator(gesture: asked.gesture(.verified))
        await expectCode(.notSupported) {
            try await authenticator.makeCredential(Sample.creation { $0.algorithms = [-999] })
        }
        await expectCode(.invalidOptions) { try await authenticator.makeCredential(Sample.creation { $0.userID = [] }) }
        await expectCode(.invalidOptions) {
            try await authenticator.makeCredential(Sample.creation { $0.relyingPartyID = nil })
        }
        await expectCode(.notAllowed) {
            try await authenticator.makeCredential(Sample.creation { $0.authenticatorAttachment = "cross-platform" })
        }
        #expect(asked.all.isEmpty)
    }
}
