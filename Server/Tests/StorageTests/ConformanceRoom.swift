import ChaveBase
import ChavePixModel
import PaymentsModel
import ServerTestSupport
import Testing

extension PaymentsStoreConformance {
    private func enrolling(_ number: UInt64, _ sample: StorageSample, in room: DeviceRoom) -> Change {
        let enrollment = sample.enrollment(number, device: "one", grant: "family/1")
        return Change([.requireRoom(room), .enrollment(enrollment, expected: 0, schedule: .never)])
    }

    private func ended(_ number: UInt64, _ sample: StorageSample) -> Change.Write {
        var enrollment = sample.enrollment(number, device: "one", grant: "family/1")
        enrollment.version = 2
        enrollment.state = .ended(EnrollmentEnd(.failed, .rejectedByUser), atBank: true)
        return .enrollment(enrollment, expected: 1, schedule: .never)
    }

    private func room(
        _ sample: StorageSample,
        _ scope: DeviceRoom.Scope,
        limit: Int,
        turn: DeviceRoom.Turn? = nil
    ) -> DeviceRoom {
        DeviceRoom(organisation: sample.organisation.id, bounds: [(scope, limit: limit)], turn: turn)
    }

    @Test(arguments: Backend.allCases)
    func aDeviceHasRoomForWhatItEnds(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            let start = StorageSample.start
            let open: [DeviceRoom.Scope] = [
                .openEnrollmentsOfDevice(sample.digest("one")), .openEnrollmentsOfGrant("family/1", since: start),
            ]
            let made = DeviceRoom.Scope.enrollmentsOfGrant("family/1", since: start)
            for number in UInt64(11)...12 {
                let outcome = await store.outcome(of: enrolling(number, sample, in: room(sample, open[0], limit: 2)))
                #expect(outcome == .stored)
            }
            for scope in open + [made] {
                let full = room(sample, scope, limit: 2)
                #expect(try await store.fullBound(of: full)?.scope == scope)
                #expect(await store.outcome(of: enrolling(13, sample, in: full)) == .conflict)
                #expect(try await store.fullBound(of: room(sample, scope, limit: 3)) == nil)
            }
            try await store.store(ended(11, sample))
            for scope in open { #expect(try await store.fullBound(of: room(sample, scope, limit: 2)) == nil) }
            #expect(try await store.fullBound(of: room(sample, made, limit: 2))?.limit == 2)
            // Of a later day, another grant or device, and another organisation nothing is counted.
            let others: [DeviceRoom.Scope] = [
                .enrollmentsOfGrant("family/1", since: start.adding(seconds: 2 * 86_400)),
                .enrollmentsOfGrant("family/2", since: start), .openEnrollmentsOfDevice(sample.digest("two")),
            ]
            for scope in others { #expect(try await store.fullBound(of: room(sample, scope, limit: 1)) == nil) }
            #expect(try await store.fullBound(of: room(StorageSample(2), made, limit: 1)) == nil)
        }
    }

    @Test(arguments: Backend.allCases)
    func ofAHundredThatNeedRoomAsManyAreStoredAsFit(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            try await store.store(.insertAPIKey(sample.apiKey()), .insertTokenFamily(sample.tokenFamily()))
            let grants: [(DeviceRoom.Turn, UInt64)] = [
                (.grant(.family(sample.tokenFamily().id)), 100), (.grant(.customer(sample.id(1))), 200),
            ]
            for (turn, first) in grants {
                let name = "family/\(first)"
                let scope = DeviceRoom.Scope.openEnrollmentsOfGrant(name, since: StorageSample.start)
                let full = room(sample, scope, limit: 7, turn: turn)
                let outcomes = await hundredTimes { number in
                    let enrollment = sample.enrollment(first + UInt64(number), device: "\(number)", grant: name)
                    return await store.outcome(
                        of: .requireRoom(full),
                        .enrollment(enrollment, expected: 0, schedule: .never)
                    )
                }
                #expect(outcomes.count { $0 == .stored } == 7 && outcomes.count { $0 == .conflict } == 93)
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func onlyTheIntentsOfDevicesTakeRoomOfAnEnrollment(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let sample = StorageSample(1)
            try await store.commit(sample.foundation)
            let full = room(
                sample,
                .openIntentsOfEnrollment(sample.id(1)),
                limit: 3,
                turn: .enrollment(sample.id(1))
            )
            @Sendable func insert(_ number: UInt64, device: String?) async -> CommitOutcome {
                await store.outcome(
                    of: .requireRoom(full),
                    .paymentIntent(sample.intent(number, device: device), expected: 0, schedule: .never)
                )
            }
            for number in UInt64(1)...5 { #expect(await insert(number, device: nil) == .stored) }
            let outcomes = await hundredTimes { number in await insert(100 + UInt64(number), device: "\(number)") }
            #expect(outcomes.count { $0 == .stored } == 3 && outcomes.count { $0 == .conflict } == 97)
            #expect(await insert(300, device: nil) == .conflict)
        }
    }
}
