public import ChaveBase
public import ChavePixModel

/// One of the five invented banks.
public struct SandboxInstitution: Hashable, Sendable {
    public let id: InstitutionID
    public let ispb: String
    public let displayName: String
    public let legalEntityName: String
    public let temper: Temper
    /// `#rrggbb`.
    public let primaryColor: String
    public let sortPriority: Int
    /// The bank's own limits, independent of the holder's choice.
    let limits: PaymentLimits
}

extension SandboxInstitution {
    public static let all: [SandboxInstitution] = [
        SandboxInstitution(
            number: 1,
            displayName: "Banco Ipê",
            legalEntityName: "Banco Ipê Amarelo S.A.",
            temper: .approvesAtOnce,
            primaryColor: "#b8860b"
        ),
        SandboxInstitution(
            number: 2,
            displayName: "Banco Jabuti",
            legalEntityName: "Banco Jabuti de Investimentos S.A.",
            temper: .slowOptions,
            primaryColor: "#3f6b35"
        ),
        SandboxInstitution(
            number: 3,
            displayName: "Banco Carcará",
            legalEntityName: "Banco Carcará do Sertão S.A.",
            temper: .rejectsByPolicy,
            primaryColor: "#7a2e1d"
        ),
        SandboxInstitution(
            number: 4,
            displayName: "Banco Vaga-lume",
            legalEntityName: "Vaga-lume Instituição de Pagamento S.A.",
            temper: .unreliable,
            primaryColor: "#1d4e89"
        ),
        SandboxInstitution(
            number: 5,
            displayName: "Banco Sabiá",
            legalEntityName: "Cooperativa de Crédito Sabiá Ltda.",
            temper: .lowLimits,
            primaryColor: "#8a3b6b",
            limits: PaymentLimits(transaction: Money(centavos: 50_00), daily: Money(centavos: 80_00))
        ),
    ]

    /// The identifiers are fixed, so that a tester's notes are valid for every sandbox.
    private init(
        number: Int,
        displayName: String,
        legalEntityName: String,
        temper: Temper,
        primaryColor: String,
        limits: PaymentLimits = PaymentLimits(transaction: Money(centavos: 100_000_00), daily: nil)
    ) {
        id = InstitutionID(high: 0x0193_6a5c_8000_7000, low: 0x8000_0000_5a4d_0000 + UInt64(number))
        ispb = "9900000\(number)"
        self.displayName = displayName
        self.legalEntityName = legalEntityName
        self.temper = temper
        self.primaryColor = primaryColor
        self.limits = limits
        sortPriority = number
    }
}

/// The behaviour of one sandbox bank: a tester picks a behaviour by picking a bank.
public enum Temper: String, Hashable, Sendable, CaseIterable {
    case approvesAtOnce
    /// Answers 529 to the request for registration options during the first seconds after the approval.
    case slowOptions
    /// Rejects with REJEITADO_SEGURANCA_INTERNA: a rooted device at the risk signals, every holder at the approval.
    case rejectsByPolicy
    /// Answers 503 to some calls and pages, sometimes after the work is done.
    case unreliable
    case lowLimits
}
