import ChaveBase
import ChavePixModel
import Testing

@testable import ServerHost

/// The shelf keeps few answers for terminals, for a short time, and gives each once.
struct CallbackShelfTests {
    private static let now = Timestamp(seconds: 1_700_000_000)
    private static let here = IPAddress("127.0.0.1")

    private static func enrollment(_ number: Int) -> EnrollmentID { EnrollmentID(high: 1, low: UInt64(number)) }

    @Test func anAnswerIsGivenOnce() {
        let shelf = CallbackShelf()
        #expect(shelf.put("a", of: Self.enrollment(1), from: Self.here, at: Self.now))
        #expect(shelf.take(Self.enrollment(2), by: Self.here, at: Self.now) == nil)
        #expect(shelf.take(Self.enrollment(1), by: Self.here, at: Self.now) == "a")
        #expect(shelf.take(Self.enrollment(1), by: Self.here, at: Self.now) == nil)
    }

    @Test func anAnswerEndsAfterItsTime() {
        let shelf = CallbackShelf()
        #expect(shelf.put("a", of: Self.enrollment(1), from: Self.here, at: Self.now))
        let end = Self.now.adding(seconds: CallbackShelf.lifeSeconds)
        #expect(shelf.take(Self.enrollment(1), by: Self.here, at: end) == nil)
        #expect(shelf.take(Self.enrollment(1), by: Self.here, at: end.adding(microseconds: -1)) == "a")
    }

    @Test func theLatestOfAnEnrollmentCounts() {
        let shelf = CallbackShelf()
        for address in ["a", "b"] {
            #expect(shelf.put(address, of: Self.enrollment(1), from: Self.here, at: Self.now))
        }
        #expect(shelf.take(Self.enrollment(1), by: Self.here, at: Self.now) == "b")
    }

    @Test func whatIsTooMuchIsNotKept() {
        let shelf = CallbackShelf()
        let long = String(repeating: "a", count: CallbackShelf.longest + 1)
        #expect(!shelf.put(long, of: Self.enrollment(0), from: Self.here, at: Self.now))
        for number in 1...CallbackShelf.most {
            #expect(shelf.put("a", of: Self.enrollment(number), from: Self.here, at: Self.now))
        }
        #expect(!shelf.put("a", of: Self.enrollment(0), from: Self.here, at: Self.now))
        // One that is there already may change; when their time is over there is room again.
        #expect(shelf.put("b", of: Self.enrollment(1), from: Self.here, at: Self.now))
        let later = Self.now.adding(seconds: CallbackShelf.lifeSeconds)
        #expect(shelf.put("a", of: Self.enrollment(0), from: Self.here, at: later))
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "::1", true), ("192.0.2.1", "192.0.2.1", true),
        ("192.0.2.1", "192.0.2.2", false), ("127.0.0.1", "192.0.2.1", false), ("192.0.2.1", "127.0.0.1", false),
    ])
    func onlyTheBrowsersMachineGetsIt(_ browser: String, _ terminal: String, _ isGiven: Bool) {
        let shelf = CallbackShelf()
        #expect(shelf.put("a", of: Self.enrollment(1), from: IPAddress(browser), at: Self.now))
        let given = shelf.take(Self.enrollment(1), by: IPAddress(terminal), at: Self.now)
        #expect((given == "a") == isGiven)
        #expect(shelf.take(Self.enrollment(1), by: nil, at: Self.now) == nil)
    }
}
