import Foundation
import Testing

@testable import BiometricPixSDK

/// An amount that an app has computed: what lies within a thousandth of a centavo of a whole centavo is that amount.
@Suite struct ComputedAmountTests {
    private func centavos(_ amount: Double) throws -> Int64? {
        let payload = CreatePaymentIntentPayload(
            amount: amount,
            customer: Customer(identifier: Rig.cpf),
            description: "A book",
            statementDescription: "BOOKS",
            allowedPaymentMethodTypes: ["open_finance_biometric_pix"],
            paymentMethodDetails: PaymentMethodDetails(
                openFinanceBiometricPix: OpenFinanceBiometricPixPaymentMethodDetails(
                    beneficiaryBankAccount: FakeServer.beneficiaryText,
                    enrollment: FakeServer.beneficiaryText
                )
            ),
            confirm: true
        )
        guard (try? payload.request()) != nil else { return nil }
        return Int64(payload.amountText.replacingOccurrences(of: ".", with: ""))
    }

    @Test(
        arguments: [
            (0.1 + 0.2, 30), (3 * 1.1, 330), (1.1 + 2.2, 330), (0.7 + 0.1, 80), (4.35 * 100 / 100, 435), (1.15, 115),
            (0.1 * 3, 30), (1.0 - 0.9, 10), (19.99 * 3, 5_997), (0.01, 1), (0.009_99, 1), (0.010_01, 1), (1, 100),
            (12.34, 1_234), (12.340_01, 1_234), (12.339_99, 1_234), (999_999.99 * 3, 299_999_997),
            (9_999_999_999.99, 999_999_999_999), (999_999_999_999.99, 99_999_999_999_999),
            (999_999_999_999, 99_999_999_999_900), (100_000_000.1 + 0.2, 10_000_000_030), (12.340_000_9, 1_234),
            (1e2, 10_000), (1e11, 10_000_000_000_000), (0.995 + 0.005, 100),
        ] as [(Double, Int64)]
    )
    func whatLiesWithinAThousandthOfACentavoIsThatAmount(_ amount: Double, _ expected: Int64) throws {
        #expect(try centavos(amount) == expected)
    }

    @Test(
        arguments: [
            0, -0.0, -0.3, -12.34, .nan, .infinity, -.infinity, .signalingNaN, .leastNonzeroMagnitude, 1e-9, 0.000_01,
            0.001, 0.005, 0.009_98, 0.010_02, 0.012, 12.345, 12.340_011, 12.339_989, 12.340_02, 1.0 / 3, 1e12, 1e13,
            1e300,
            .greatestFiniteMagnitude, 999_999_999_999.994, 999_999_999_999.999, 1_000_000_000_000.01,
        ] as [Double]
    )
    func everythingElseIsRefused(_ amount: Double) throws {
        #expect(try centavos(amount) == nil)
    }

    /// Every centavo up to a thousand reais, and every thousandth one at twelve digits, as written and a bit beside it.
    @Test func eachWholeCentavoIsItself() throws {
        var all = Array(Int64(1)...100_000)
        all += (0..<2_000).map { 99_999_999_999_999 - $0 * 997 }
        for number in all {
            let amount = try #require(Double("\(number / 100).\(number % 100 < 10 ? "0" : "")\(number % 100)"))
            #expect(AmountText.of(amount) == "\(number / 100).\(number % 100 < 10 ? "0" : "")\(number % 100)")
            guard number <= 100_000 else { continue }
            #expect(AmountText.of(amount.nextUp) == AmountText.of(amount))
            #expect(AmountText.of(amount.nextDown) == AmountText.of(amount))
        }
    }
}
