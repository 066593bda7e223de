/// The way in which money is collected; today there is one.
public struct PaymentMethodType: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Pix by biometrics over Open Finance, today the only way.
    public static let openFinanceBiometricPix = PaymentMethodType(rawValue: "open_finance_biometric_pix")

    public static let all: [PaymentMethodType] = [.openFinanceBiometricPix]
}
