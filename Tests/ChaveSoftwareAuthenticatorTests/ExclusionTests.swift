import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import Testing

/// `excludeCredentials` (WebAuthn Level 3, section 6.3.2, step 3) and what comes before and after it.
@Suite struct ExclusionTests {
    private func store(with ids: [[UInt8]]) throws -> MemoryKeyStore {
        let store = MemoryKeyStore()
        for id in ids { try store.insert(Sample.credential(id: id)) }
        return store
    }

    @Test func presenceIsConsentEnoughToLearnOfAnExcludedCredential() async throws {
        let store = try store(with: [[1]])
        let present = Sample.authenticator(store, gesture: .always(.present))
        await expectCode(.credentialExcluded) {
            try await present.makeCredential(
                Sample.creation {
                    $0.excludedCredentials = [[1]]
                    $0.userVerification = "required"
                }
            )
        }
    }

    @Test func whoFailsTheCheckLearnsNothingOfExcludedCredentials() async throws {
        let store = try store(with: [[1]])
        for answer in [GestureAnswer.cancelled, .failed(DeviceKeyError(.pinBlocked, "blocked"))] {
            var codes: [DeviceKeyError.Code] = []
            for excluded in [[], [[1]]] as [[[UInt8]]] {
                do {
                    _ = try await Sample.authenticator(store, gesture: .always(answer)).makeCredential(
                        Sample.creation { $0.excludedCredentials = excluded }
                    )
                } catch {
                    codes.append(error.code)
                }
            }
            #expect(codes.count == 2 && codes.first == codes.last, "\(codes)")
        }
    }

    @Test func thePersonIsAskedTheSameWhetherExcludedOrNot() async throws {
        let store = try store(with: [[1]])
        let asked = AskedRequests()
        let authenticator = Sample.authenticator(store, gesture: asked.gesture(.cancelled))
        for excluded in [[], [[1]]] as [[[UInt8]]] {
            await expectCode(.userCancelled) {
                try await authenticator.makeCredential(Sample.creation { $0.excludedCredentials = excluded })
            }
        }
        #expect(asked.all.count == 2)
        #expect(asked.all.first == asked.all.last)
    }

    @Test func thatNoAlgorithmFitsIsSaidBeforeThatOneIsExcluded() async throws {
        let asked = AskedRequests()
        let authenticator = Sample.authenticator(try store(with: [[1]]), gesture: asked.gesture(.verified))
        await expectCode(.notSupported) {
            try await authenticator.makeCredential(
                Sample.creation {
                    $0.excludedCredentials = [[1]]
                    $0.algorithms = [-999]
                }
            )
        }
        #expect(asked.all.isEmpty)
    }

    @Test func anExcludedCredentialExcludesUnderEveryAlgorithmAndUser() async throws {
        let store = try store(with: [[1]])
        for algorithm in [-7, -8, -257] as [Int64] {
            await expectCode(.credentialExcluded) {
                try await Sample.authenticator(store).makeCredential(
                    Sample.creation {
                        $0.algorithms = [algorithm]
                        $0.userID = [UInt8(truncatingIfNeeded: algorithm)]
                        $0.excludedCredentials = [[9], [1]]
                    }
                )
            }
        }
        #expect(try store.credentials().map(\.id) == [[1]])
    }

    @Test func whatWasRegisteredExcludesItsOwnRepetition() async throws {
        let authenticator = Sample.authenticator()
        let created = try await authenticator.makeCredential(Sample.creation())
        await expectCode(.credentialExcluded) {
            try await authenticator.makeCredential(Sample.creation { $0.excludedCredentials = [created.id] })
        }
        let elsewhere = Sample.creation {
            $0.relyingPartyID = "other.example"
            $0.excludedCredentials = [created.id]
        }
        _ = try await authenticator.makeCredential(elsewhere)
    }
}
