import ChaveBase
import ChavePixModel
import PaymentsCore
import Synchronization
import Testing

@testable import HTTPKernel

/// How many places that wait one address and one token may have where no API key says whose they are.
struct WaiterTests {
    private static let start = TestClock.beginning
    private static let here = IPAddress("198.51.100.1")
    private static let there = IPAddress("198.51.100.2")

    private static func waiter(_ address: IPAddress?, _ token: String? = nil) -> Waiter {
        Waiter(address: address, token: token)
    }

    private static func limits(_ change: (inout AdmissionLimits) -> Void) -> AdmissionLimits {
        var limits = AdmissionLimits.sandbox
        change(&limits)
        return limits
    }

    /// The places of a server, for one after another who wait.
    private final class Room {
        private(set) var places: Places

        init(_ limits: AdmissionLimits) { places = Places(limits) }

        /// Whose part was used up, where there was none; who gets a place keeps it.
        func crowd(_ address: IPAddress?, _ token: String? = nil) throws -> Places.Crowd? {
            let taken = places.take(for: .waiting)
            var place = try #require(taken)
            let crowd = places.count(&place, for: WaiterTests.waiter(address, token))
            if crowd != nil { places.giveBack(place) }
            return crowd
        }
    }

    private static func home(_ number: Int) -> IPAddress {
        .v6(high: 0x2001_0DB8_0000_0000 | UInt64(number), low: 1)
    }

    /// The defaults of a server: ten thousand devices at home, and a thousand in one office.
    @Test func tenThousandDevicesAndAThousandBehindOneAddressFit() throws {
        let room = Room(AdmissionLimits())
        for number in 0..<10_000 { #expect(try room.crowd(Self.home(number), "home \(number)") == nil) }
        for number in 0..<1_000 { #expect(try room.crowd(Self.here, "office \(number)") == nil) }
        #expect(try room.crowd(Self.here, "one more") == .address)
        #expect(room.places.waiting == 11_000)
    }

    @Test func oneTokenHasFewPlacesWhereverItComesFrom() throws {
        let room = Room(AdmissionLimits())
        for number in 0..<16 { #expect(try room.crowd(Self.home(number), "one") == nil) }
        #expect(try room.crowd(Self.here, "one") == .token)
        // What was refused for the token is not counted for the address.
        for number in 0..<1_000 { #expect(try room.crowd(Self.here, "\(number)") == nil) }
    }

    /// Each kind of waiting that has no API key: sign-in's devices, and pages.
    @Test(arguments: [true, false])
    func oneAddressHoldsItsPartAndNoMore(_ isPage: Bool) throws {
        let refused = Mutex<[String]>([])
        let limits = Self.limits { $0.waitingOfAddress = 2 }
        let admission = Admission(limits) { name in refused.withLock { $0.append(name) } }
        func enter(_ address: IPAddress?) throws -> Places.Place {
            let waiter = Self.waiter(address)
            guard isPage else { return try admission.enterSignIn(.waiting, as: waiter, at: Self.start) }
            return try admission.enterPage(.waiting, as: waiter, at: Self.start)
        }
        let held = try [IPAddress("2001:db8::1"), IPAddress("2001:db8::2")].map(enter)
        #expect(throws: APIFailure.rateLimited(retryAfter: 1)) { try enter(IPAddress("2001:db8:0:0:ffff::3")) }
        #expect(refused.withLock { $0 } == ["address_waiting"])
        admission.leave(try enter(IPAddress("2001:db8:0:1::1")))
        for place in held { admission.leave(place) }
        admission.leave(try enter(IPAddress("2001:db8::3")))
        #expect(admission.places == (0, 0))
    }

    /// However much an operator allows to one address, it leaves the others theirs.
    @Test func oneAddressNeverHasAllThePlaces() throws {
        let limits = Self.limits {
            $0.waiting = 4
            $0.shareOfWaiting = 0.5
            $0.waitingOfAddress = 1_000
        }
        let room = Room(limits)
        for address in [Self.here, Self.there] {
            for _ in 1...2 { #expect(try room.crowd(address) == nil) }
            if address == Self.here { #expect(try room.crowd(address) == .address) }
        }
        #expect(room.places.waiting == 4)
    }

    /// Their share is that of an API key: a merchant's server asks for all of its customers from one address.
    @Test func thePaymentsAPIIsNotCountedByAddress() throws {
        let admission = Admission(Self.limits { $0.waitingOfAddress = 1 })
        for _ in 1...5 { _ = try admission.enter(.waiting, from: Self.here, at: Self.start) }
        #expect(admission.places.waiting == 5)
    }

    @Test func onlyWhoWaitsIsCountedAmongThoseWhoWait() throws {
        let admission = Admission(
            Self.limits {
                $0.waitingOfAddress = 1
                $0.waitingOfToken = 1
            }
        )
        for kind in [Admission.Class.approval, .write, .read, .polled] {
            for _ in 1...3 { _ = try admission.enterSignIn(kind, as: Self.waiter(Self.here, "one"), at: Self.start) }
        }
        #expect(admission.places == (12, 0))
    }

    @Test(arguments: [Admission.Class.polled, .waiting])
    func whatSignInsDevicesPollHasARate(_ kind: Admission.Class) throws {
        let refused = Mutex<[String]>([])
        let limits = Self.limits {
            $0.polls = RateLimit(perSecond: 0.1, burst: 3)
            $0.tokenPolls = RateLimit(perSecond: 0.5, burst: 2)
            $0.address = RateLimit(perSecond: 1, burst: 1)
        }
        let admission = Admission(limits) { name in refused.withLock { $0.append(name) } }
        func poll(_ address: IPAddress?, _ token: String) throws {
            admission.leave(try admission.enterSignIn(kind, as: Self.waiter(address, token), at: Self.start))
        }
        for _ in 1...2 { try poll(Self.here, "one") }
        #expect(throws: APIFailure.rateLimited(retryAfter: 2)) { try poll(Self.there, "one") }
        try poll(Self.here, "two")
        #expect(throws: APIFailure.rateLimited(retryAfter: 10)) { try poll(Self.here, "three") }
        try poll(Self.there, "three")
        #expect(refused.withLock { $0 } == ["token_polls", "polls"])
        // What is asked once takes from the address's own rate, and pages always do.
        _ = try admission.enterSignIn(.write, as: Self.waiter(Self.here, "one"), at: Self.start)
        #expect(throws: APIFailure.rateLimited(retryAfter: 1)) {
            _ = try admission.enterPage(kind, as: Self.waiter(Self.here), at: Self.start)
        }
    }

    @Test func aTokenIsThatOfADeviceOrWhatABrowserKeeps() {
        func waiter(_ headers: [(name: String, value: String)]) -> Waiter {
            Waiter(ServerRequest(method: "GET", path: "/", headers: headers))
        }
        let device = waiter([("Authorization", "Bearer a")])
        #expect(device.token != nil && device == waiter([("Authorization", "Bearer a"), ("Cookie", "b=c")]))
        #expect(device != waiter([("Authorization", "Bearer b")]))
        #expect(waiter([("Cookie", "b=c")]).token != nil)
        #expect(waiter([]).token == nil)
    }
}
