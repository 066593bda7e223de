import ChaveDeviceKeys
import Testing

@testable import ChavePix

/// The questions and answers of a terminal on which somebody chooses a PIN.
@Suite
struct PINChoiceTests {
    /// The questions and the PIN that was set when these lines are typed; then the person leaves.
    private static func choice(
        _ typed: [String?],
        refusing: [String] = []
    ) async -> (outcome: Result<Bool, DeviceKeyError>, asked: [String], set: [String]) {
        var (rest, asked, taken) = (typed[...], [String](), [String]())
        do throws(DeviceKeyError) {
            let isChosen = try await PINChoice.run { question in
                asked.append(question)
                return rest.popFirst() ?? nil
            } set: { (pin) throws(DeviceKeyError) in
                guard !refusing.contains(pin) else { throw DeviceKeyError(.invalidOptions, "too short") }
                taken.append(pin)
            }
            return (.success(isChosen), asked, taken)
        } catch {
            return (.failure(error), asked, taken)
        }
    }

    @Test func aPINIsTypedTwice() async throws {
        let choice = await Self.choice(["2580", "2580"])
        #expect(try choice.outcome.get())
        #expect(choice.set == ["2580"])
        #expect(choice.asked.count == 2)
    }

    /// The bank has approved by then: a slip of a finger must not lose that.
    @Test func twoThatDifferAreAskedForAgain() async throws {
        let choice = await Self.choice(["2580", "2581", "2580", "2580"])
        #expect(try choice.outcome.get())
        #expect(choice.set == ["2580"])
        #expect(choice.asked[2].hasPrefix("The two PINs differ. Choose"))
    }

    @Test func oneThatIsTooShortIsAskedForAgain() async throws {
        let choice = await Self.choice(["1", "1", "2580", "2580"], refusing: ["1"])
        #expect(try choice.outcome.get())
        #expect(choice.set == ["2580"])
        #expect(choice.asked[2].contains("too short"))
    }

    @Test func theChoiceEndsAfterThreeTries() async {
        let choice = await Self.choice(["1111", "2222", "3", "3", "4444", "5555", "6666", "6666"], refusing: ["3"])
        #expect(throws: DeviceKeyError.self) { try choice.outcome.get() }
        #expect(choice.asked.count == 2 * PINChoice.mostTries)
        #expect(choice.set.isEmpty)
    }

    @Test(arguments: [[nil], [""], ["2580", nil], ["2580", "2581", nil]] as [[String?]])
    func whoLeavesHasNoPIN(_ typed: [String?]) async throws {
        let choice = await Self.choice(typed)
        #expect(try !choice.outcome.get())
        #expect(choice.set.isEmpty)
    }

    /// A full disk is no fault of the PIN.
    @Test func anErrorOfTheStoreEndsTheChoice() async {
        await #expect(throws: DeviceKeyError.self) {
            try await PINChoice.run { _ in
                "2580"
            } set: { (_) throws(DeviceKeyError) in
                throw DeviceKeyError(.store, "the disk is full")
            }
        }
    }
}
