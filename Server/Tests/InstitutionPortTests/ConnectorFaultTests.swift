import InstitutionConformance
import Testing

/// The suite can fail: each fault of a connector is found, and each check finds one.
@Suite struct ConnectorFaultTests {
    @Test(arguments: ConnectorFault.allCases)
    func isFound(_ fault: ConnectorFault) async throws {
        let names = try await Self.findings[fault]?.value ?? []
        #expect(names.contains(fault.finding), "\(names.sorted())")
    }

    @Test func eachCheckFindsAFault() async throws {
        let names = InstitutionConnectorConformance.all.map(\.name)
        var found: Set<String> = []
        for finding in Self.findings.values { found.formUnion(try await finding.value) }
        #expect(Set(names).subtracting(found) == [] && Set(names).count == names.count)
    }

    /// The checks that find something wrong with each fault, made once for all tests.
    private static let findings = Dictionary(
        uniqueKeysWithValues: ConnectorFault.allCases.map { fault in (fault, Task { try await names(fault) }) }
    )

    private static func names(_ fault: ConnectorFault) async throws -> Set<String> {
        var names: Set<String> = []
        for check in InstitutionConnectorConformance.all {
            let bank = try HubBank(isListedTwice: fault == .listsABankTwice)
            let suite = InstitutionConnectorConformance(FaultyConnector(fault, before: bank), before: bank)
            if try await !suite.findings(of: check).isEmpty { names.insert(check.name) }
        }
        return names
    }
}

extension ConnectorFault {
    /// The name of the check that is made for it.
    fileprivate var finding: String {
        switch self {
        case .timeoutIsRefused: "a call that hangs ends at its deadline, unknown"
        case .serverErrorIsRefused: "the reply when a bank fails"
        case .overloadIsRefused: "the reply when a bank isOverloaded"
        case .noConnectionIsRefused: "the reply when a bank isAway"
        case .unreadableIsRefused: "the reply when a bank forbids"
        case .unreadableIsAnswered: "the reply when a bank answersUnproven"
        case .refusalIsUnknown: "the reply when a bank refusesPlainly"
        case .refusalLosesItsCode: "the reply when a bank refuses"
        case .refusedTokenIsRefused: "the reply when a bank refusesTheToken"
        case .losesRetryAfter: "the reply when a bank isBusy"
        case .answersWithoutMessage: "the reply when a bank answers"
        case .hasAClockOfItsOwn, .datesRefusalsItself: "the date of a reply is the bank's"
        case .retriesRefusals: "a refused call did nothing at the bank"
        case .retriesRefusedTokens: "a refused token of an enrollment is not tried again"
        case .keepsItsRefusedToken: "the reply when a bank refusesTheConnectorsTokenOnce"
        case .dropsTheKey: "a call is done once in the end when a bank cuts"
        case .makesANewKey: "a repeated call is done once, and answered as before"
        case .sendsTwice, .changesTheBody, .changesTheInteraction: "each call reaches its bank once, and as it is"
        case .goesToTheFirstBank: "a call reaches the institution that it names"
        case .answersForAnybody: "a call to an institution that never was is not answered"
        case .takesItsTime: "a call that hangs ends at its deadline, unknown"
        case .sendsOneAfterAnother: "a bank that hangs holds up no other"
        case .listsABankTwice: "the directory lists each institution once"
        case .changesItsWay: "an institution has one way, until it offers another"
        case .takesTheWayOfToday: "an object keeps its way"
        case .forgetsBanksThatLeft, .makesObjectsAtBanksThatLeft:
            "an institution that left serves its old objects, and gets no new ones"
        case .believesEveryToken: "an identity token that belongs elsewhere does not hold"
        case .believesNoToken: "an identity token of the bank holds"
        case .refusesTokensWithoutKeys: "without the bank's keys nobody can tell of an identity token"
        }
    }
}
