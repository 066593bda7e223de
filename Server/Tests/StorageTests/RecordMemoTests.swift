import PaymentsStores
import Testing

@Suite struct RecordMemoTests {
    @Test func aTextGivesTheRecordThatItWasRememberedAs() {
        let memo = RecordMemo(capacity: 100)
        memo.remember(1, as: "um")
        memo.remember(2, as: "dois")
        #expect(memo.record(Int.self, of: "um") == 1)
        #expect(memo.record(Int.self, of: "dois") == 2)
        #expect(memo.record(Int.self, of: "tres") == nil)
    }

    @Test func aTextGivesNothingToWhoAsksForAnotherKindOfRecord() {
        let memo = RecordMemo(capacity: 100)
        memo.remember(1, as: "um")
        #expect(memo.record(String.self, of: "um") == nil)
        memo.remember("1", as: "um")
        #expect(memo.record(String.self, of: "um") == "1")
    }

    @Test func twoWaysToWriteOneLetterAreTwoTexts() {
        let memo = RecordMemo(capacity: 100)
        memo.remember(1, as: "\u{E9}")
        #expect(memo.record(Int.self, of: "e\u{301}") == nil)
    }

    @Test func itHoldsNoMoreThanTwiceItsCapacityAndWhatIsUsedStays() {
        let memo = RecordMemo(capacity: 100)
        memo.remember(0, as: String(repeating: "u", count: 10))
        for number in 0..<50 {
            memo.remember(number, as: "\(number)" + String(repeating: "x", count: 18))
            _ = memo.record(Int.self, of: String(repeating: "u", count: 10))
        }
        let kept = (0..<50).count { memo.record(Int.self, of: "\($0)" + String(repeating: "x", count: 18)) != nil }
        #expect((1...10).contains(kept))
        #expect(memo.record(Int.self, of: String(repeating: "u", count: 10)) == 0)
    }

    @Test func aTextThatIsVeryLongIsNotKept() {
        let memo = RecordMemo(capacity: 1 << 20)
        let text = String(repeating: "x", count: RecordMemo.longestText + 1)
        memo.remember(1, as: text)
        #expect(memo.record(Int.self, of: text) == nil)
    }
}
