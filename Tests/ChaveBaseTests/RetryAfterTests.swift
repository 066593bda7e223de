import ChaveBase
import Testing

struct RetryAfterTests {
    /// Monday, 31 August 2026, 12:00 UTC.
    private static let now = Timestamp(seconds: 1_788_177_600)

    @Test(
        arguments: [
            ("0", 0), ("120", 120_000), ("99999999999999999999", Int64.max), ("Mon, 31 Aug 2026 12:00:10 GMT", 10_000),
            ("Mon, 31 Aug 2026 11:00:00 GMT", 0),
        ]
    )
    func retryAfterIsRead(_ text: String, _ expected: Int64) {
        #expect(RetryAfter(text)?.milliseconds(after: RetryAfterTests.now) == expected)
    }

    @Test(arguments: [
        "", "-1", "1.5", "soon", "Mon, 31 Foo 2026 12:00:10 GMT", "Mon, 31 Aug 2026 25:00:10 GMT", "Mon, 31 Aug",
    ])
    func anotherRetryAfterIsNone(_ text: String) {
        #expect(RetryAfter(text)?.milliseconds(after: RetryAfterTests.now) == nil)
    }

    @Test func retryAfterIsReadInBothForms() {
        #expect(RetryAfter("0") == .seconds(0))
        #expect(RetryAfter("120") == .seconds(120))
        #expect(RetryAfter("99999999999999999999") == .seconds(.max))
        #expect(RetryAfter("Sun, 06 Nov 1994 08:49:37 GMT") == .date(Timestamp(seconds: 784_111_777)))
        for text in [
            "", "-1", "+1", "1.5", " 1", "soon", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 06 Xxx 1994 08:49:37 GMT", "١",
        ] {
            #expect(RetryAfter(text) == nil, "\(text)")
        }
    }
}
