import ChaveWire
import Testing

@testable import ChavePixModel

/// Fields that another party's pattern defines.
@Suite struct MatchingFieldTests {
    private let schema = Schema(
        "Sample",
        "A sample.",
        [Field("code", .matching(pattern: #"^\d{4}$"#, count: 1...4), .required, "Four digits.")]
    )

    @Test(arguments: [
        ("1234", true), ("123", false), ("12345", false), ("12a4", false), ("", false), ("1234\n", false),
    ])
    func aTextFitsOrIsNamed(_ text: String, _ fits: Bool) {
        let json: JSONValue = ["code": .string(text)]
        if fits {
            #expect(throws: Never.self) { try schema.check(json) }
        } else {
            let errors = #expect(throws: FieldErrors.self) { try schema.check(json) }
            #expect(errors?.items.map(\.field) == ["code"])
        }
    }

    @Test(arguments: [JSONValue.null, 1234, true, [], [:]])
    func whatIsNoTextIsNamed(_ value: JSONValue) {
        let errors = #expect(throws: FieldErrors.self) { try schema.check(["code": value]) }
        #expect(errors?.items.map(\.field) == ["code"])
    }
}
