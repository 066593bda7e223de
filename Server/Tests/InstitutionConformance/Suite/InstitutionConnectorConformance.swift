import ChavePixModel
package import InstitutionPort

/// The contract of `InstitutionConnector`: one suite for every connector.
///
/// A connector's tests run each check of `made(before:)` against a connector of its own with a fresh bank, and pin
/// `notMade(before:)`. It sends real calls through the connector, and asks the bank what became of them.
package struct InstitutionConnectorConformance: Sendable {
    package let connector: any InstitutionConnector
    package let bank: any InstructedBank

    package init(_ connector: any InstitutionConnector, before bank: any InstructedBank) {
        self.connector = connector
        self.bank = bank
    }

    /// Every check, in the order in which an author meets them.
    package static let all: [ConnectorCheck] =
        ConnectorCheck.meanings + ConnectorCheck.arrivals + ConnectorCheck.repeats + ConnectorCheck.times
        + ConnectorCheck.ways + ConnectorCheck.identities

    /// The checks that a counterpart of this kind can make.
    package static func made<Bank: InstructedBank>(before bank: Bank.Type) -> [ConnectorCheck] {
        all.filter { $0.isMade(before: bank) }
    }

    /// The names of all other checks.
    package static func notMade<Bank: InstructedBank>(before bank: Bank.Type) -> [String] {
        all.filter { !$0.isMade(before: bank) }.map(\.name)
    }

    /// The faults that a check finds, each in a sentence; a connector that conforms has none.
    package func findings(of check: ConnectorCheck) async throws -> [String] { try await check.find(self) }
}

/// One promise of the port, and how it is tried.
package struct ConnectorCheck: Sendable, CustomStringConvertible {
    package let name: String
    package let needs: Set<BankAbility>
    /// The operations, one of which must be able to meet a conduct; `nil` where any will do.
    private let trials: (conduct: BankConduct, operations: Set<InstitutionOperation>)?
    let find: @Sendable (InstitutionConnectorConformance) async throws -> [String]

    init(
        _ name: String,
        needs: Set<BankAbility> = [],
        trials: (conduct: BankConduct, operations: Set<InstitutionOperation>)? = nil,
        _ find: @escaping @Sendable (InstitutionConnectorConformance) async throws -> [String]
    ) {
        self.name = name
        self.needs = needs
        self.trials = trials
        self.find = find
    }

    package var description: String { name }

    fileprivate func isMade<Bank: InstructedBank>(before bank: Bank.Type) -> Bool {
        guard needs.isDisjoint(with: bank.lacks.keys) else { return false }
        return trials.map { !$0.operations.isDisjoint(with: bank.operations(meeting: $0.conduct)) } ?? true
    }
}

// MARK: Calls of a check

extension InstitutionConnectorConformance {
    /// Enough for every call of a check but those that are to hang.
    static let timeoutMilliseconds = 10_000

    func operations(meeting conduct: BankConduct) -> [InstitutionOperation] {
        type(of: bank).operations(meeting: conduct)
    }

    /// A call that is ready to be sent, by the institution's way of now.
    func prepare(
        _ operation: InstitutionOperation,
        _ conduct: BankConduct = .answers,
        at institution: InstitutionID? = nil
    ) async throws -> PreparedCall {
        let institution = institution ?? bank.institution
        var prepared = try await bank.prepare(operation, conduct, at: institution)
        if case .by(let route) = await connector.route(to: institution) { prepared.call.route = route }
        return prepared
    }

    /// The reply to a call, whose time is let pass if it hangs; `nil` when none comes.
    func reply(
        to call: InstitutionCall,
        timeoutMilliseconds: Int = InstitutionConnectorConformance.timeoutMilliseconds
    ) async -> InstitutionReply? {
        let pending = Pending { [connector] in await connector.send(call, timeoutMilliseconds: timeoutMilliseconds) }
        return await pending.value(withinSeconds: 60) { [bank] in
            if await bank.hangingCalls() > 0 { await bank.letTimePass() }
        }
    }

    /// Tries each operation; a conduct without one was not checked.
    func each(
        _ operations: [InstitutionOperation],
        _ fault: (InstitutionOperation) async throws -> String?
    ) async throws -> [String] {
        var findings: [String] = operations.isEmpty ? ["there is no operation to check it with"] : []
        for operation in operations {
            if let fault = try await fault(operation) { findings.append("\(operation.rawValue): \(fault)") }
        }
        return findings
    }
}
