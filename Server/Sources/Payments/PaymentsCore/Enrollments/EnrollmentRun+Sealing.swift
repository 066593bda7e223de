import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsModel
import Waiting

extension EnrollmentRun {
    /// One call about this enrollment; `step` gives a call its idempotency key, the same on every try.
    func call(
        _ enrollment: Enrollment,
        _ operation: InstitutionOperation,
        step: Enrollment.BankStep? = nil,
        token: String? = nil,
        body: [UInt8] = []
    ) -> Bank.Call {
        Bank.Call(
            institution: enrollment.institution,
            route: enrollment.route,
            operation: operation,
            subject: enrollment.bank?.enrollmentID ?? "",
            accessToken: token,
            idempotencyKey: step.map(enrollment.bankKey),
            body: body
        )
    }

    func particulars(of enrollment: Enrollment) async throws(RunFailure) -> CustomerParticulars {
        let customer = try await customer(of: enrollment)
        do throws(SealingError) {
            return try payments.particulars(of: customer)
        } catch {
            throw .stuck(.sealedFieldDamaged("particulars"))
        }
    }

    func open(_ sealed: Sealed, _ part: String, of enrollment: Enrollment) async throws(RunFailure) -> [UInt8] {
        let customer = try await customer(of: enrollment)
        do throws(SealingError) {
            return try payments.key(of: customer).open(sealed, field: enrollment.field(part))
        } catch {
            throw .stuck(.sealedFieldDamaged(part))
        }
    }

    func seal(_ bytes: [UInt8], _ part: String, of enrollment: Enrollment) async throws(RunFailure) -> Sealed {
        let customer = try await customer(of: enrollment)
        do throws(SealingError) {
            return try payments.key(of: customer)
                .seal(bytes, field: enrollment.field(part), randomBytes: payments.world.randomBytes)
        } catch {
            throw .stuck(.sealedFieldDamaged(part))
        }
    }

    func redirectionSecrets(
        _ redirection: EnrollmentState.Redirection,
        of enrollment: Enrollment
    ) async throws(RunFailure) -> RedirectionSecrets {
        guard
            let secrets = RedirectionSecrets(
                json: try await open(redirection.secrets, "redirection", of: enrollment)
            )
        else { throw .stuck(.sealedFieldDamaged("redirection")) }
        return secrets
    }

    private func customer(of enrollment: Enrollment) async throws(RunFailure) -> Customer {
        do throws(StorageFault) {
            guard let customer = try await payments.store.customer(enrollment.customer, of: enrollment.organisation)
            else { throw StorageFault(underlying: SealingError.damaged(field: "customer")) }
            return customer
        } catch {
            throw .storage(error)
        }
    }

    /// The token of this enrollment at its bank; `nil` while the bank cannot give one.
    ///
    /// Only one refresh of an enrollment is under way in a process.
    func accessToken(_ enrollment: Enrollment, _ tokens: Sealed) async throws(RunFailure) -> String? {
        if let token = payments.bankTokens.access(for: enrollment.id, at: payments.world.now()) { return token }
        let refreshed = await payments.bankTokens.refreshes.value(for: enrollment.id) {
            do throws(RunFailure) {
                return .success(try await refresh(enrollment, tokens))
            } catch {
                return .failure(error)
            }
        }
        return try refreshed.get()
    }

    private func refresh(_ enrollment: Enrollment, _ tokens: Sealed) async throws(RunFailure) -> String? {
        let refreshToken = String(decoding: try await open(tokens, "refresh-token", of: enrollment), as: UTF8.self)
        let body = TokenRefresh(refreshToken: refreshToken)
        let answer = await payments.bank.call(
            call(enrollment, .refreshToken, body: body.json.encoded()),
            answer: TokenAnswer.self
        )
        switch answer {
        case .answered(let tokens, _):
            remember(tokens, for: enrollment)
            return tokens.accessToken
        case .refused(let code):
            // The bank ended the enrollment, or lost it: its own record tells.
            if code == "invalid_grant" { await payments.checkSoon(enrollment) }
            return nil
        case .unknown: return nil
        }
    }

    /// Makes another token where the bank refuses the one at hand.
    func renewal(_ enrollment: Enrollment, _ tokens: Sealed) -> @Sendable () async -> String? {
        {
            payments.bankTokens.forget(enrollment.id)
            return (try? await accessToken(enrollment, tokens)) ?? nil
        }
    }

    func remember(_ tokens: TokenAnswer, for enrollment: Enrollment) {
        let expiresAt = payments.world.now().adding(seconds: Int64(min(max(tokens.expiresInSeconds, 0), 86_400)))
        payments.bankTokens.remember(.init(token: tokens.accessToken, expiresAt: expiresAt), for: enrollment.id)
    }

    /// The bank's account, limits and expiry, in our times.
    func bankSide(
        _ bank: OFBEnrollment,
        clock: BankClock,
        of enrollment: Enrollment
    ) async throws(RunFailure) -> Enrollment.BankSide {
        var side = Enrollment.BankSide(
            enrollmentID: bank.enrollmentID,
            transactionLimit: bank.transactionLimit,
            dailyLimit: bank.dailyLimit,
            expiresAt: bank.expiration.map(clock.ours),
            account: enrollment.bank?.account
        )
        if let account = bank.debtorAccount, side.account == nil {
            side.account = Enrollment.PayerAccount(
                sealed: try await seal(account.json.encoded(), "payer-account", of: enrollment),
                agency: account.issuer,
                maskedNumber: PayerInformation.masked(account.number),
                type: account.apiType
            )
        }
        return side
    }
}

extension Enrollment {
    /// The idempotency key of one of this enrollment's bank calls: at most 40 characters.
    func bankKey(_ step: BankStep) -> String { "\(id.text)-\(step.rawValue)" }

    enum BankStep: String {
        case enrollment = "e"
        case signals = "s"
        case options = "o"
        case registration = "r"
        case rejection = "x"
        case revocation = "v"
    }

    /// The field name that binds a sealed part to its place.
    func field(_ part: String) -> String { "enrollment/\(id.text)/\(part)" }
}

extension OFBAccount {
    /// The Payments API's name for the kind of account.
    var apiType: String {
        switch accountType {
        case "SVGS": "SAVINGS"
        case "TRAN": "SALARY"
        default: "CHECKINGS"
        }
    }
}
