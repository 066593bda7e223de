/// How money is collected; today there is one way.
public struct PaymentMethodType: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Pix by biometrics over Open Finance: the one that there is.
    public static let openFinanceBiometricPix = PaymentMethodType(rawValue: "open_finance_biometric_pix")

    public static let all: [PaymentMethodType] = [.openFinanceBiometricPix]
}
