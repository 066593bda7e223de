import Testing

@testable import ChaveDeviceKeys

@MainActor @Suite(.timeLimit(.minutes(5))) struct PasskeyCeremoniesTests {
    private let ceremonies = PasskeyCeremonies()
    private let prompt = FakePrompt()
    private let request = PasskeyRequest.assertion(
        PasskeyAssertionRequest(relyingPartyID: "pay.example", challenge: [1], allowed: [], verification: .required)
    )

    private func begin() -> Task<Result<PasskeyAnswer, DeviceKeyError>, Never> {
        Task {
            do throws(DeviceKeyError) {
                return .success(try await ceremonies.run(request, by: prompt))
            } catch {
                return .failure(error)
            }
        }
    }

    private func code(_ task: Task<Result<PasskeyAnswer, DeviceKeyError>, Never>) async -> DeviceKeyError.Code? {
        if case .failure(let error) = await task.value { return error.code }
        return nil
    }

    @Test func theAnswerIsHandedOn() async throws {
        let ceremony = begin()
        await prompt.wait(for: 1)
        prompt.answers[0](.success(.assertion))
        #expect(try await ceremony.value.get() == .assertion)
        #expect(prompt.asked == [request])
        #expect(prompt.dismissals == 0)
    }

    @Test func aFaultIsExplainedForItsRequest() async {
        let ceremony = begin()
        await prompt.wait(for: 1)
        prompt.answers[0](.failure(PasskeyFault(domain: PasskeyFault.authorization, code: 1004)))
        #expect(await code(ceremony) == .notAssociated)
    }

    @Test func anAnswerAtOnceEndsTheCeremonyAndTheNextMayBegin() async {
        prompt.atOnce = .failure(.noWindow)
        #expect(await code(begin()) == .notAllowed)
        prompt.atOnce = .success(.assertion)
        #expect(await code(begin()) == nil)
    }

    @Test func aSecondCeremonyIsRefusedAtOnceAndTheFirstGoesOn() async throws {
        let first = begin()
        await prompt.wait(for: 1)
        #expect(await code(begin()) == .busy)
        #expect(prompt.asked.count == 1)
        prompt.answers[0](.success(.assertion))
        #expect(try await first.value.get() == .assertion)
    }

    @Test func aCancelledCeremonyEndsAtOnceAndTakesTheSheetAway() async {
        let ceremony = begin()
        await prompt.wait(for: 1)
        ceremony.cancel()
        #expect(await code(ceremony) == .userCancelled)
        #expect(prompt.dismissals == 1)
    }

    @Test func whileTheSheetOfACancelledCeremonyStandsAnotherIsRefused() async throws {
        let cancelled = begin()
        await prompt.wait(for: 1)
        cancelled.cancel()
        _ = await cancelled.value
        #expect(await code(begin()) == .busy)
        prompt.answers[0](.failure(PasskeyFault(domain: PasskeyFault.authorization, code: 1001)))
        let next = begin()
        await prompt.wait(for: 2)
        prompt.answers[1](.success(.assertion))
        #expect(try await next.value.get() == .assertion)
    }

    @Test func aTaskThatIsCancelledBeforeItBeginsAsksNobody() async {
        let ceremony = begin()
        ceremony.cancel()
        #expect(await code(ceremony) == .userCancelled)
        #expect(prompt.asked.isEmpty)
    }

    @Test func anAnswerThatComesTwiceOrLateAnswersNobody() async throws {
        let first = begin()
        await prompt.wait(for: 1)
        prompt.answers[0](.success(.assertion))
        _ = await first.value
        let second = begin()
        await prompt.wait(for: 2)
        prompt.answers[0](.failure(PasskeyFault(domain: "late", code: 1)))
        prompt.answers[1](.success(.assertion))
        prompt.answers[1](.failure(PasskeyFault(domain: "late", code: 1)))
        #expect(try await second.value.get() == .assertion)
    }
}
