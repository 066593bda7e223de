import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsModel

/// Reading the bank's enrollment, and ending it at the bank.
extension EnrollmentRun {
    func read(
        _ enrollment: Enrollment,
        withinMilliseconds milliseconds: Int = Bank.timeoutMilliseconds
    ) async -> BankAnswer<OFBEnrollment> {
        var call = call(enrollment, .readEnrollment)
        call.timeoutMilliseconds = milliseconds
        let answer = await payments.bank.call(call, answer: OFBEnrollment.self)
        // A response about another enrollment says nothing about this one.
        if case .answered(let read, _) = answer,
            !read.enrollmentID.utf8.elementsEqual((enrollment.bank?.enrollmentID ?? "").utf8)
        {
            payments.alert(.bankContradicts(.enrollment(enrollment.id), "enrollment-id"))
            return .unknown(.unreadable)
        }
        return answer
    }

    /// The bank's account, limits and expiry at the holder's return, for the response to the callback.
    ///
    /// `nil` when the bank is silent, or when another person than the customer signed in. The check after the code
    /// exchange decides what that means.
    func sideAtReturn(of enrollment: Enrollment) async throws(RunFailure) -> Enrollment.BankSide? {
        let answer = await read(enrollment, withinMilliseconds: EnrollmentRules.sideAtReturnWithinMilliseconds)
        guard case .answered(let bank, let clock) = answer else { return nil }
        let particulars = try await particulars(of: enrollment)
        guard bank.cpf.utf8.elementsEqual(particulars.identifier.text.utf8) else { return nil }
        return try await bankSide(bank, clock: clock, of: enrollment)
    }

    /// Checks a usable enrollment at the bank, within the day and at the end of its validity.
    ///
    /// The bank may have extended the validity, so its response decides. A silent bank is asked again; meanwhile an
    /// expired enrollment pays nothing.
    func check(_ enrollment: Enrollment) async throws(RunFailure) -> Bool {
        let bank: OFBEnrollment
        let clock: BankClock
        switch await read(enrollment) {
        case .answered(let read, let itsClock): (bank, clock) = (read, itsClock)
        case .refused(Bank.notFound):
            return try await missing(enrollment, then: .bankEnded(EnrollmentEnd(.canceled, .revokedByInstitution)))
        case .refused, .unknown: return try await tryAgain(enrollment)
        }
        if let end = EnrollmentEnd(bank: bank) { return try await commit(.bankEnded(end), on: enrollment) }
        let side = try await bankSide(bank, clock: clock, of: enrollment)
        if let end = side.expiresAt, payments.world.deadlineNow() >= end {
            return try await commit(.expired, on: enrollment) { $0.bank = side }
        }
        let nextAt = payments.world.deadlineNow().adding(seconds: EnrollmentRules.checksEverySeconds)
        return try await commit(.checked(nextAt: nextAt), on: enrollment) {
            $0.bank = side
            $0.missingAtBank = 0
        }
    }

    /// Counts a response that the enrollment does not exist.
    ///
    /// One such response may come from a gateway; many in a row come from the bank.
    private func missing(_ enrollment: Enrollment, then event: EnrollmentEvent) async throws(RunFailure) -> Bool {
        var counted = enrollment
        counted.missingAtBank += 1
        guard counted.missingAtBank >= EnrollmentRules.missingAtBankTries else { return try await tryAgain(counted) }
        return try await commit(event, on: counted)
    }

    /// Reads the enrollment after a bank's notification, while the holder or the device has the next step.
    ///
    /// Only an end at the bank matters then.
    func readWhileWaiting(_ enrollment: Enrollment) async throws(RunFailure) -> Bool {
        let answer = await read(enrollment)
        guard case .answered(let bank, _) = answer, let end = EnrollmentEnd(bank: bank) else { return false }
        return try await commit(.bankEnded(end), on: enrollment)
    }

    /// Reads the enrollment's status at the bank, then rejects or revokes it.
    func endAtBank(_ enrollment: Enrollment, _ end: EnrollmentEnd) async throws(RunFailure) -> Bool {
        guard enrollment.bank != nil else { return try await commit(.endedAtBank, on: enrollment) }
        let bank: OFBEnrollment
        var enrollment = enrollment
        switch await read(enrollment) {
        case .answered(let read, _):
            bank = read
            enrollment.missingAtBank = 0
        case .refused(Bank.notFound): return try await missing(enrollment, then: .endedAtBank)
        case .refused, .unknown: return try await tryAgain(enrollment)
        }
        if let theirs = EnrollmentEnd(bank: bank) { return try await commit(.bankEnded(theirs), on: enrollment) }
        let body = OFBEnrollmentEnd(
            reason: end.reason.bankReason(whenUsable: bank.status == .authorised),
            cpf: nil,
            additionalInformation: end.reason == .other ? "other" : nil
        )
        // The bank keeps the outcome of a key: another reason is another request.
        let step = bank.status == .authorised ? Enrollment.BankStep.revocation : .rejection
        switch await payments.bank.call(call(enrollment, .endEnrollment, step: step, body: body.bytes)) {
        case .answered: return try await commit(.endedAtBank, on: enrollment)
        case .refused, .unknown: return try await tryAgain(enrollment)
        }
    }
}
