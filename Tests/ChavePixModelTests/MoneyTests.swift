import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

struct MoneyTests {
    @Test(arguments: [
        ("0.01", 1), ("19.99", 1_999), ("1", 100), ("1.5", 150), ("0.10", 10), ("1234567.89", 123_456_789),
        ("999999999999.99", 99_999_999_999_999), ("007.10", 710),
    ])
    func anAmountIsReadDigitByDigit(text: String, centavos: Int64) throws {
        #expect(try Money(decoding: .string(text)).centavos == centavos)
        guard let number = JSONNumber(text) else { return }
        #expect(try Money(decoding: .number(number)).centavos == centavos)
    }

    @Test(arguments: [
        "0", "0.00", "-1", "0.001", "1e3", "19.990", "0.100000000000000000001", "NaN", "+1", "1.", ".5", "", " 1", "1 ",
        "1,00", "1000000000000", "1000000000000.00", "1.2.3", "0x10", "Infinity", "١", "1\u{0}", "--1", "1_000",
    ])
    func whatIsNoAmountIsRefused(_ text: String) {
        #expect(throws: FieldError.self) { try Money(decoding: .string(text)) }
        guard let number = JSONNumber(text) else { return }
        #expect(throws: FieldError.self) { try Money(decoding: .number(number)) }
    }

    @Test(arguments: [JSONValue.null, true, [], [:], ["19.99"]])
    func anotherTypeIsNoAmount(_ json: JSONValue) {
        #expect(throws: FieldError.self) { try Money(decoding: json) }
    }

    @Test func theErrorNamesTheFieldAndSaysWhatToSend() {
        do throws(FieldError) {
            _ = try Money(decoding: "19.990", field: "details.amount")
            Issue.record("19.990 was taken")
        } catch {
            #expect(error.code == .invalid)
            #expect(error.field == "details.amount")
            #expect(error.message.contains("two decimals"))
            #expect(!error.message.contains("19.990"))
        }
    }

    @Test func anAmountIsWrittenWithTwoDecimals() {
        #expect(Money(centavos: 0)?.decimal == "0.00")
        #expect(Money(centavos: 5)?.decimal == "0.05")
        #expect(Money(centavos: 1_999)?.decimal == "19.99")
        #expect(Money(centavos: .max)?.decimal == "92233720368547758.07")
        #expect(Money(centavos: -1) == nil)
    }

    @Test func everyWrittenAmountIsReadAgain() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let centavos =
                Int64.random(in: 0...99_999_999_999_999, using: &random) >> Int64.random(in: 0...46, using: &random)
            let money = Money(centavos: centavos)
            #expect(money.flatMap { Money(decimal: $0.decimal) } == money)
        }
    }

    @Test func sumsThatDoNotFitAreNone() throws {
        let most = try #require(Money(centavos: .max))
        let least = try #require(Money(centavos: 1))
        #expect(most.adding(least) == nil)
        #expect(Money.zero.subtracting(least) == nil)
        #expect(most.subtracting(most) == .zero)
        #expect(least.adding(least)?.centavos == 2)
    }
}
