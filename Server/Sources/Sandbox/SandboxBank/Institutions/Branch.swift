import ChaveJOSE
import ChavePixModel
import InstitutionPort
import Synchronization

/// An institution in operation: its key, and the counts of calls and pages of an unreliable one.
final class Branch: Sendable {
    let institution: SandboxInstitution
    let key: SigningKey
    private let calls = Atomic<UInt64>(0)
    private let pages = Atomic<UInt64>(0)

    init(institution: SandboxInstitution, key: SigningKey) {
        self.institution = institution
        self.key = key
    }

    /// `iss` of its identity tokens.
    func issuer(_ configuration: SandboxBank.Configuration) -> String { configuration.issuer(institution) }

    func directoryEntry(_ configuration: SandboxBank.Configuration) -> InstitutionDirectoryEntry {
        InstitutionDirectoryEntry(
            id: institution.id,
            ispb: institution.ispb,
            displayName: institution.displayName,
            name: institution.displayName,
            legalEntityName: institution.legalEntityName,
            institutionType: "individual",
            primaryColor: institution.primaryColor,
            website: configuration.pageURL(institution),
            sortPriority: institution.sortPriority
        )
    }

    /// The outcome of the next call to its API; only an unreliable bank loses calls.
    func nextLoss(of operation: InstitutionOperation, seed: UInt64) -> CallLoss {
        guard institution.temper == .unreliable, !operation.isOfAuthorizationServer else { return .none }
        let number = calls.wrappingAdd(1, ordering: .relaxed).newValue
        return CallLoss.of(call: number, seed: seed)
    }

    /// The outcome of its next page; pages have their own count, so that calls do not depend on page views.
    func nextPageLoss(seed: UInt64) -> CallLoss {
        guard institution.temper == .unreliable else { return .none }
        return CallLoss.of(call: pages.wrappingAdd(1, ordering: .relaxed).newValue, seed: seed)
    }
}

/// Whether and when the bank loses a call or a page.
enum CallLoss: Hashable, Sendable, CaseIterable {
    case none
    /// 503, and the work was not done.
    case beforeWork
    /// 503, although the work was done.
    case afterWork

    /// About one call in six is lost, half of them after the work; never two in a row.
    static func of(call number: UInt64, seed: UInt64) -> CallLoss {
        guard number % 2 == 0 else { return .none }
        // The finaliser of SplitMix64: neighbouring numbers give unrelated bits.
        var mixed = seed &+ number &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        switch mixed % 6 {
        case 0: return .beforeWork
        case 1: return .afterWork
        default: return .none
        }
    }
}

extension InstitutionOperation {
    /// Whether the authorization server answers the operation: it is another machine than the API, and never fails.
    var isOfAuthorizationServer: Bool {
        switch self {
        case .pushAuthorization, .exchangeCode, .refreshToken: true
        case .createEnrollment, .readEnrollment, .endEnrollment, .sendRiskSignals, .registrationOptions, .register,
            .createConsent, .readConsent, .signOptions, .authoriseConsent, .createPayment, .readPayment,
            .cancelPayment, .listPayments, .cancelPayments:
            false
        }
    }
}
