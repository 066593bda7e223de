import ChavePixModel

/// The amounts with a fixed outcome at the official mock bank of Open Finance Brasil (payments v5), for its conformance
/// suite; they count only with ``SandboxBank/Configuration/hasOfficialTriggers``.
struct OfficialTrigger {
    private let centavos: Int64

    /// The trigger of an amount, which is none when the triggers are off.
    init(_ amount: Money, _ configuration: SandboxBank.Configuration) {
        centavos = configuration.hasOfficialTriggers ? amount.centavos : 0
    }

    /// Refuses the consents that the mock bank refuses.
    func requireConsentable() throws {
        switch centavos {
        case 10_422_01: throw BankRefusal(.paymentDetailInvalid, "This amount is refused by the official triggers.")
        case 10_422_02: throw BankRefusal(.paymentFormInvalid, "This amount is refused by the official triggers.")
        default: return
        }
    }

    /// Why the first reading of a consent rejects it; `nil` for no reason.
    var consentRejection: ConsentRejection? {
        switch centavos {
        case 300_01: .amountRefused
        case 300_02, 300_06, 300_07: .notStated
        case 300_03: .infrastructureFailure
        case 300_04: .consumptionTimedOut
        case 300_05: .accountCannotPay
        case 300_08: .qrCodeInvalid
        case 1_501_00: .amountOverLimit
        default: nil
        }
    }

    /// Refuses the payments that the mock bank refuses.
    func requirePayable() throws {
        let advice = "This amount is refused by the official triggers."
        switch centavos {
        case 20_422_00, 20_422_01: throw BankRefusal(.paymentDetailInvalid, advice)
        case 20_422_02: throw BankRefusal(.amountInvalid, advice)
        case 20_422_03: throw BankRefusal(.paymentDiffers, advice)
        default: return
        }
    }

    /// Why the settlement fails; `nil` for no reason.
    var rejection: PaymentRejection? {
        switch centavos {
        case 20_201_00: .detailInvalid
        case 20_201_10: .refusedByHolderBank
        case 20_201_20: .amountInvalid
        case 20_201_30: .amountOverLimit
        case 20_201_50: .chargeInvalid
        case 999_999_999_99: .insufficientFunds
        default: nil
        }
    }

    /// The state in which the mock bank leaves a payment; `nil` for a payment that settles.
    var kept: PaymentState? {
        switch centavos {
        case 1_334_00: .clearing
        case 1_335_00: .checked
        case 12_345_67: .held
        default: nil
        }
    }
}
