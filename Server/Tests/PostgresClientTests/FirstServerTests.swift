import Testing

@testable import PostgresClient

/// Several servers, of which one is the first: the newest timeline counts, and not who is tried first.
@Suite struct FirstServerTests {
    @Test func theFirstOfTheStringIsTriedFirstAndThenTheOneThatLetIn() {
        let first = FirstServer(count: 3)
        #expect(first.order == [0, 1, 2])
        #expect(first.admit(1, at: 2))
        #expect(first.order == [2, 0, 1])
    }

    @Test func aServerThatDoesNotAnswerIsTriedLast() {
        let first = FirstServer(count: 2)
        #expect(first.admit(1, at: 0))
        first.doubt(0)
        #expect(first.order == [1, 0])
        // Many connections to it may end; the attempt that follows is the same.
        first.doubt(0)
        #expect(first.order == [1, 0])
    }

    @Test func aServerFromBeforeAPromotionIsNoneAnyMore() {
        let first = FirstServer(count: 2)
        #expect(first.admit(1, at: 0))
        #expect(first.admit(2, at: 1))
        #expect(!first.isCurrent(1) && first.isCurrent(2))
        #expect(!first.admit(1, at: 0))
        #expect(first.order == [1, 0])
        #expect(first.admit(3, at: 0))
        #expect(!first.isCurrent(2))
    }

    @Test func aDatabaseWithoutTimelinesIsAlwaysCurrent() {
        let first = FirstServer(count: 2)
        #expect(first.isCurrent(nil))
        #expect(first.admit(nil, at: 1))
        #expect(first.isCurrent(nil))
        #expect(first.order == [1, 0])
    }

    @Test func oneServerIsNoChoice() {
        let first = FirstServer(count: 1)
        #expect(!first.hasChoice)
        first.doubt(0)
        #expect(first.order == [0])
    }
}
