import ChaveBase
import ChavePixModel
import Testing

struct TaxIdentifierTests {
    @Test(arguments: ["76109277673", "87517400444", "12345678909", "11144477735"])
    func aCPFIsRead(_ text: String) {
        #expect(TaxIdentifier(text)?.kind == .cpf)
        #expect(TaxIdentifier(text)?.text == text)
    }

    @Test(arguments: ["00038166000105", "11222333000181", "00000000000191", "12ABC34501DE35"])
    func aCNPJIsRead(_ text: String) {
        #expect(TaxIdentifier(text)?.kind == .cnpj)
    }

    @Test(arguments: ["76109277673", "00038166000105", "12ABC34501DE35"])
    func everyOtherLastDigitIsRefused(_ text: String) {
        for place in [text.count - 1, text.count - 2] {
            var characters = Array(text)
            for digit in "0123456789" where digit != Array(text)[place] {
                characters[place] = digit
                #expect(TaxIdentifier(String(characters)) == nil)
            }
        }
    }

    @Test(arguments: Array("0123456789"))
    func oneDigitRepeatedIsNobody(_ digit: Character) {
        #expect(TaxIdentifier(String(repeating: digit, count: 11)) == nil)
        #expect(TaxIdentifier(String(repeating: digit, count: 14)) == nil)
    }

    @Test(arguments: [
        "", "7610927767", "761092776733", "761.092.776-73", "7610927767A", "12abc34501de35", "12ABC34501DEA5",
        "７6109277673", " 76109277673", "76109277673\u{0}", "1\u{301}2345678909",
    ])
    func whatIsNeitherIsRefused(_ text: String) {
        #expect(TaxIdentifier(text) == nil)
    }

    @Test(arguments: [
        ("761.092.776-73", "76109277673"), ("12.ABC.345/01DE-35", "12ABC34501DE35"), ("76109277673", "76109277673"),
        (" 00.038.166/0001-05 ", "00038166000105"),
    ])
    func whatAPersonTypesIsRead(typed: String, text: String) {
        #expect(TaxIdentifier(punctuated: typed)?.text == text)
    }

    @Test(arguments: ["76109277673", "00038166000105"])
    func neitherDescriptionNorDumpShowsTheNumber(_ text: String) throws {
        let identifier = try #require(TaxIdentifier(text))
        #expect(identifier.masked == "\(text.prefix(2))******\(text.suffix(2))")
        var dumped = ""
        dump(identifier, to: &dumped)
        for shown in ["\(identifier)", String(reflecting: identifier), dumped] { #expect(!shown.contains(text)) }
    }
}
