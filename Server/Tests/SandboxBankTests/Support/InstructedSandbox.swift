import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionConformance
import InstitutionPort
import SQLPort
import Testing

@testable import SandboxBank

/// The sandbox bank as a conformance check tells it: by calls that it answers or refuses, and by its tempers.
struct InstructedSandbox: InstructedBank {
    let test: TestBank

    let institution = TestBank.institution(.approvesAtOnce)
    let neighbour = TestBank.institution(.lowLimits)

    // MARK: What it can do

    static let lacks: [BankAbility: String] = {
        var lacks: [BankAbility: String] = [
            .records: "The connector hands a call to the bank in the same process: nothing can change it on its way.",
            .leaves: "The five institutions stay.",
            .offersAnotherWay: "There is one way.",
            .hidesItsKeys: "The keys are in the process.",
            .meets(.refusesTheConnectorsTokenOnce): noToken, .meets(.refusesTheConnectorsTokens): noToken,
            .meets(.isBusy): "Only the bank's HTTP edge counts the calls of a client.",
            .meets(.isDown): "Nobody stands before the bank who could say when to come again.",
            .meets(.forbids): noWire, .meets(.redirects): noWire, .meets(.isAway): noWire, .meets(.cuts): noWire,
        ]
        for conduct in [BankConduct.sendsAPage, .sendsTooMuch, .answersUnproven, .answersAnother] {
            lacks[.meets(conduct)] = noWire
        }
        lacks[.meets(.hangs)] = "The bank works in the caller's time, and waits only for its disk or database."
        return lacks
    }()

    private static let noToken = "The connector has no token of its own."
    private static let noWire = "There is no wire on which this could happen."

    static func operations(meeting conduct: BankConduct) -> [InstitutionOperation] {
        switch conduct {
        // Others are refused, too; these refusals change no object.
        case .refuses:
            [.createEnrollment, .endEnrollment, .exchangeCode, .refreshToken, .createPayment, .cancelPayment]
        // The list's 404 and a payment's 400 are the bank's own word here, with no gateway between.
        case .refusesPlainly: [.readEnrollment, .endEnrollment, .readConsent, .readPayment]
        case .isOverloaded: [.registrationOptions]
        // The first calls at a bank can be counted.
        case .fails, .failsAfterwards: [.createEnrollment]
        default: conduct.operations
        }
    }

    func prepare(
        _ operation: InstitutionOperation,
        _ conduct: BankConduct,
        at institution: InstitutionID
    ) async throws -> PreparedCall {
        var initiator = Initiator(test)
        initiator.institution = institution
        switch conduct {
        case .answers: return PreparedCall(try await initiator.ready(operation))
        case .refuses: return try await initiator.refused(operation)
        case .refusesPlainly:
            var call = try await initiator.ready(operation)
            call.subject = "urn:none"
            return PreparedCall(call, refusalCode: "NAO_ENCONTRADO")
        case .refusesTheToken:
            var call = try await initiator.ready(operation)
            call.accessToken = "none"
            return PreparedCall(call)
        case .isOverloaded: return PreparedCall(try await Initiator(test, .slowOptions).ready(operation))
        case .fails, .failsAfterwards:
            let initiator = Initiator(test, .unreliable)
            let call = try await initiator.ready(operation)
            try await loseNextCall(of: initiator, conduct == .fails ? .beforeWork : .afterWork)
            return PreparedCall(call)
        default: throw CannotBeHad()
        }
    }

    struct CannotBeHad: Error {}

    /// Reads until the next call of the unreliable bank is lost so, and the two after it are not.
    private func loseNextCall(of initiator: Initiator, _ loss: CallLoss) async throws {
        let seed = test.configuration.seed
        let number = (1...200).first { number in
            CallLoss.of(call: number, seed: seed) == loss && CallLoss.of(call: number + 2, seed: seed) == .none
        }
        for _ in 1..<(try #require(number)) { _ = await initiator.call(.readPayment, "urn:none") }
    }

    // MARK: What it tells

    func books() async throws -> [String] {
        try await test.bank.store.snapshot { database in
            try StoredBank.objects.flatMap { question in
                try database.rows(question, []).map { row in
                    var columns = ColumnReader(row, table: "objects")
                    return try columns.text()
                }
            }
        }
    }

    func clock() async -> Timestamp { test.clock.now }
    func uptimeMilliseconds() async -> Int64 { 0 }
    func listed() async -> [InstitutionDirectoryEntry] { test.bank.directory }

    func identityQuestion() async throws -> IdentityQuestion {
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        let parameters = try await Browser(test.pages).decide(pushed.redirectURL, cpf: Initiator.alice)
        return IdentityQuestion(
            institution: institution,
            token: try #require(parameters["id_token"]),
            nonce: pushed.nonce,
            redirect: .init(state: pushed.state, code: try #require(parameters["code"]))
        )
    }
}
