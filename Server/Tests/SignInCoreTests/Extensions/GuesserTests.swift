import ChaveBase
import SignInModel
import Testing

@testable import SignInCore

/// Guessers in a space of ten thousand codes, where what is computed for a thousand million can be counted.
///
/// Budgets and alarm are out of the way here: this is what the digits alone are worth.
struct GuesserTests {
    private static let space: Int64 = 10_000
    private static let users = 40
    private static let devicesPerUser = 3
    private static let guesses = 200
    private static let rounds = 30

    /// Any live code of the tenant will do: each guess hits with the probability live sessions / codes.
    ///
    /// 30 rounds × 200 guesses × 120 sessions / 10,000 codes are 72 hits; three standard deviations are 25.
    @Test(.timeLimit(.minutes(15)))
    func whoGuessesAnyCodeOfATenantHitsAsOftenAsIsComputed() async throws {
        var hits = 0
        for seed in 1...UInt64(Self.rounds) {
            hits += try await Self.hits(seed: seed)
            await Task.yield()
        }
        let expected = Double(Self.rounds * Self.guesses * Self.users * Self.devicesPerUser) / Double(Self.space)
        #expect(abs(Double(hits) - expected) < 3 * expected.squareRoot())
    }

    /// One session, three guesses for each of its eleven codes: 1 − (1 − 3/10,000)^11 = 0.329 % of the sessions are hit.
    ///
    /// That is 66 of 20,000; three standard deviations are 24.
    @Test(.timeLimit(.minutes(15)))
    func rotationAddsNothingToWhatOneSessionIsWorth() async {
        let policy = ExtensionPolicy()
        var hits = 0
        for trial in 0..<UInt32(20_000) {
            let salt = withUnsafeBytes(of: trial, Array.init)
            let isHit = (0...UInt8(policy.rotations)).contains { rotation in
                let code = NineDigits.code(token: "token", salt: salt + [rotation], space: Self.space)
                return ["0000", "0001", "0002"].contains(code)
            }
            if isHit { hits += 1 }
            if trial.isMultiple(of: 1_000) { await Task.yield() }
        }
        #expect(abs(Double(hits) - 65.9) < 24)
    }

    /// A round's guesses, one half of them after every code was replaced.
    ///
    /// A session that was hit makes room for another.
    private static func hits(seed: UInt64) async throws -> Int {
        let rig = try await ExtensionRig(seed: seed, extensions: policy)
        for user in 0..<users {
            try await rig.insertUser("u\(user)")
        }
        var live: [String: (device: ExtensionRig.Device, session: ExtensionRig.Session)] = [:]
        for place in 0..<users * devicesPerUser {
            let device = try await rig.device("c\(place)", of: "u\(place % users)")
            let session = try await rig.begin(by: device)
            live[session.code] = (device, session)
        }
        var dice = Dice(state: seed)
        let key = TestDeviceKey()
        var hits = 0
        for guess in 0..<guesses {
            if guess == guesses / 2 { live = try await rotated(rig, live) }
            let code = NineDigits.code(token: "guess", salt: dice.bytes(), space: space)
            let refusal = try await rig.refusal(code, key: key)
            #expect((refusal == nil) == (live[code] != nil))
            guard let hit = live.removeValue(forKey: code) else { continue }
            hits += 1
            _ = try await hit.session.cancel()
            let next = try await rig.begin(by: hit.device)
            live[next.code] = (hit.device, next)
        }
        return hits
    }

    /// The next code of each session, with the grace of the last ones over.
    private static func rotated(
        _ rig: ExtensionRig,
        _ live: [String: (device: ExtensionRig.Device, session: ExtensionRig.Session)]
    ) async throws -> [String: (device: ExtensionRig.Device, session: ExtensionRig.Session)] {
        rig.test.advance(seconds: 96)
        var next: [String: (device: ExtensionRig.Device, session: ExtensionRig.Session)] = [:]
        for holding in live.values { next[try #require(try await holding.session.look().code)] = holding }
        return next
    }

    private static var policy: ExtensionPolicy {
        var policy = ExtensionPolicy()
        policy.codeSpace = space
        policy.wrongInTenMinutes = .max
        policy.wrongInADay = .max
        policy.wrongBeforeAlarm = .max
        return policy
    }
}

/// SplitMix64.
private struct Dice {
    var state: UInt64

    mutating func bytes() -> [UInt8] {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return withUnsafeBytes(of: word ^ (word >> 31), Array.init)
    }
}
