import Testing

@testable import Console

struct TypedTextTests {
    @Test(
        arguments: [
            ("a", "a"), (" a b\u{2003}\n", "a b"), ("", nil), (" \t", nil), ("\u{0}", nil),
            (String(repeating: "é", count: 510), String(repeating: "é", count: 510)),
            (String(repeating: "é", count: 511), nil),
        ] as [(String, String?)]
    )
    func whatIsTypedIsTrimmedAndBounded(_ typed: String, _ text: String?) {
        #expect(TypedText(typed)?.text == text)
    }
}
