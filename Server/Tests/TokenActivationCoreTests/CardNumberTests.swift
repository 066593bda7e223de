import Testing
import TokenActivationCore

@Suite struct CardNumberTests {
    /// Numbers of test cards that networks publish, and one of each length that may be a card's.
    @Test(arguments: [
        "4111111111111111", "5555555555554444", "378282246310005", "6011111111111117", "4222222222222",
        "4111 1111 1111 1111", "4111-1111-1111-1111", "4111.1111.1111.1111", "4111\u{A0}1111\u{2011}1111\u{2013}1111",
        "card=4111111111111111;", "(4111111111111111)", "\"4111111111111111\"", "-4111111111111111-",
        "_4111111111111111_",
        "４１１１１１１１１１１１１１１１", "٤١١١١١١١١١١١١١١١", "४१११११११११११११११", "4111１１１１٠٠٠٠0010",
        "a 4111111111111111 b", "1 2 3, then 4111111111111111", "6304000000000000000",
        "4111_1111_1111_1111", "4111  1111  1111  1111", "4111, 1111, 1111, 1111", "4111/1111\n1111\t-\u{200B}1111",
        "12/28: 4111 1111 1111 1111", "4111111111111111 12/28 123", "card 2: 4111111111111111",
        "card2: 4111111111111111", "card-4111111111111111", "x1 4111-1111-1111-1111 2y",
        "12 34 5 6 4111111111111111 7 8 9",
    ])
    func aCardNumberIsFound(_ text: String) { #expect(CardNumbers.occur(in: text)) }

    @Test(arguments: [
        "", "4111111111111112", "411111111111", "00000000000000000000", "41111111111111111111",
        "V-3019310727778236299436", "DNITHE4111111111111111", "4111111111111111A", "x4111111111111111",
        "é4111111111111111", "4111111111111111字", "x4111 1111 1111 1111", "x4111_1111_1111_1111", "41111 11111 11112",
        "x1-4111111111111111", "4111111111111111-1x", "7c11-8000-4111-1111-1111-1111", "-", "1 - x - 1",
        "40010030273", "0190f5c0-7b3e-7c11-8000-4111111111aa", "½4111111111111111",
    ])
    func whatIsNoCardNumberPasses(_ text: String) { #expect(!CardNumbers.occur(in: text)) }

    /// What is a reference in a payload is none in a name.
    @Test(arguments: [
        "4111111111111111", "Phone4111111111111111", "4111111111111111x", "x4111 1111 1111 1111", "é４１１１１１１１１１１１１１１１",
        "x1-4111111111111111", "x4111_1111_1111_1111", "my 4111-1111-1111-1111A",
    ])
    func inANameLettersHideNoCardNumber(_ name: String) { #expect(CardNumbers.occur(inName: name)) }

    @Test(arguments: [
        "", "Relógio da Ana", "iPhone 15", "Pixel 9 2026-07-14", "SM-S921B/DS", "4111a1111b1111c1111",
        "0190f5c0-7b3e-7c11-8000-4111111111aa", "4111111111111112",
    ])
    func aNameMayHaveDigits(_ name: String) { #expect(!CardNumbers.occur(inName: name)) }

    /// Of each length from 13 to 19 one number in ten satisfies the check digit; of another length none is a card's.
    @Test(arguments: 1...30)
    func onlyLengthsOfCardNumbersCount(_ length: Int) {
        let found = (0...9).filter { last in
            CardNumbers.occur(in: String(repeating: "7", count: length - 1) + "\(last)")
        }
        #expect(found.count == ((13...19).contains(length) ? 1 : 0))
    }
}
