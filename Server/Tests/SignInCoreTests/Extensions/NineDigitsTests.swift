import ChaveBase
import SignInModel
import Testing

@testable import SignInCore

struct NineDigitsTests {
    @Test
    func thereAreAThousandMillionCodesOfNineDigits() async throws {
        #expect(ExtensionPolicy().codeSpace == 1_000_000_000)
        let rig = try await ExtensionRig()
        let code = try await rig.begin().code
        #expect(code.utf8.count == 9)
        #expect(code.utf8.allSatisfy { (0x30...0x39).contains($0) })
    }

    @Test
    func whoeverHasTokenAndSaltMakesTheSameCodeAgain() {
        let code = NineDigits.code(token: "a", salt: [1], space: NineDigits.space)
        #expect(code == NineDigits.code(token: "a", salt: [1], space: NineDigits.space))
        #expect(code != NineDigits.code(token: "b", salt: [1], space: NineDigits.space))
        #expect(code != NineDigits.code(token: "a", salt: [2], space: NineDigits.space))
    }

    /// In a space of six, 6,000 codes are a thousand of each, within four standard deviations (29 each).
    @Test
    func noCodeIsLikelierThanAnother() {
        var seen: [String: Int] = [:]
        for number in 0..<6_000 {
            let salt = withUnsafeBytes(of: UInt32(number), Array.init)
            seen[NineDigits.code(token: "token", salt: salt, space: 6), default: 0] += 1
        }
        #expect(seen.keys.sorted() == ["0", "1", "2", "3", "4", "5"])
        #expect(seen.values.allSatisfy { abs($0 - 1_000) < 116 })
    }

    @Test
    func smallNumbersKeepTheirZeros() {
        let codes = (0..<400).map { number in
            NineDigits.code(token: "t", salt: [UInt8(number % 256), UInt8(number / 256)], space: 1_000)
        }
        #expect(codes.allSatisfy { $0.utf8.count == 3 })
        #expect(codes.contains { $0.hasPrefix("0") })
    }

    @Test(arguments: ["", "12345678", "1234567890", "12345678a", "123 56789", "１２３４５６７８９", "-12345678", "+12345678"])
    func aCodeHasNineDigitsOfASCII(_ text: String) {
        #expect(!NineDigits.isCode(text, space: NineDigits.space))
        #expect(NineDigits.isCode("000000000", space: NineDigits.space))
    }

    /// Of two codes one is taken: the second session gets the other, and the third none.
    @Test
    func aCodeThatIsTakenIsDrawnAgain() async throws {
        var policy = ExtensionPolicy()
        policy.codeSpace = 2
        let rig = try await ExtensionRig(extensions: policy)
        let first = try await rig.begin()
        let second = try await rig.begin(by: rig.device("ana-b"))
        #expect(first.code != second.code)
        let third = try await rig.device("ana-c")
        await #expect(throws: SignInFault.self) { try await rig.begin(by: third) }
    }

    @Test
    func matchNumbersAreTwoDigitsAndTheChoicesThreeDifferentOnes() {
        let world = TestSignIn(seed: 3).signIn.world
        var places = [0, 0, 0]
        var numbers: Set<Int> = []
        for _ in 0..<3_000 {
            let (number, choices) = MatchNumber.drawn(world)
            #expect(Set(choices).count == 3)
            guard let place = choices.firstIndex(of: number) else {
                Issue.record("the right number is not among the choices")
                return
            }
            places[place] += 1
            numbers.insert(number.value)
        }
        #expect(numbers == Set(0..<100))
        #expect(places.allSatisfy { abs($0 - 1_000) < 104 })
    }

    @Test(
        arguments: [
            ("00", true), ("07", true), ("99", true), ("7", false), ("100", false), ("-1", false), ("٠٧", false),
        ]
    )
    func aMatchNumberIsReadAsTwoDigits(_ text: String, _ isOne: Bool) {
        #expect(MatchNumber(text: text)?.text == (isOne ? text : nil))
    }
}
