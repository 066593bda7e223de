import ChaveBase
import ChavePixModel
import PaymentsModel
import Synchronization
import Testing

@testable import HTTPKernel
@testable import PaymentsHTTP
@testable import ServerHost

/// The limits, with the time passed in.
struct AdmissionTests {
    private static let start = TestClock.beginning
    private static let here = IPAddress("198.51.100.1")
    private static let there = IPAddress("198.51.100.2")

    private static func key(_ number: UInt64) -> APIKeyID {
        .version7(at: start, random: (0..<10).map { _ in UInt8(truncatingIfNeeded: number) })
    }

    // MARK: Buckets

    @Test func aBucketGivesItsBurstAndThenItsRate() {
        var buckets = TokenBuckets<Int>(RateLimit(perSecond: 2, burst: 3), capacity: 10)
        for _ in 1...3 { #expect(buckets.take(1, at: Self.start) == nil) }
        #expect(buckets.take(1, at: Self.start) == 1)
        #expect(buckets.take(2, at: Self.start) == nil, "another key has its own")
        #expect(buckets.take(1, at: Self.start.adding(milliseconds: 499)) == 1)
        #expect(buckets.take(1, at: Self.start.adding(milliseconds: 500)) == nil)
        #expect(buckets.take(1, at: Self.start.adding(milliseconds: 500)) == 1)
        for _ in 1...3 { #expect(buckets.take(1, at: Self.start.adding(seconds: 3_600)) == nil) }
        #expect(buckets.take(1, at: Self.start.adding(seconds: 3_600)) == 1, "no more than its burst gathers")
    }

    @Test(arguments: [(0.1, 10), (0.5, 2), (1.0, 1), (3.0, 1), (1.0 / 12, 12)])
    func theWaitIsRoundedUpToSeconds(_ rate: Double, _ seconds: Int) {
        var buckets = TokenBuckets<Int>(RateLimit(perSecond: rate, burst: 1), capacity: 10)
        #expect(buckets.take(1, at: Self.start) == nil)
        #expect(buckets.take(1, at: Self.start) == seconds)
        #expect(buckets.take(1, at: Self.start.adding(seconds: Int64(seconds))) == nil)
    }

    @Test func aClockThatIsSetBackNeitherRefillsNorBlocks() {
        var buckets = TokenBuckets<Int>(RateLimit(perSecond: 1, burst: 1), capacity: 10)
        #expect(buckets.take(1, at: Self.start) == nil)
        #expect(buckets.take(1, at: Self.start.adding(seconds: -3_600)) == 1)
        #expect(buckets.take(1, at: Self.start.adding(seconds: -3_599)) == nil)
    }

    @Test func aClockThatIsSetBackBlocksNobodyWhoOnlyAsks() {
        var buckets = TokenBuckets<Int>(RateLimit(perSecond: 1, burst: 1), capacity: 10)
        #expect(buckets.take(1, at: Self.start) == nil)
        #expect(buckets.wait(1, at: Self.start.adding(seconds: -3_600)) == 1)
        #expect(buckets.wait(1, at: Self.start.adding(seconds: -3_599)) == nil)
    }

    @Test func millionsOfKeysDoNotFillTheMemory() async {
        var buckets = TokenBuckets<Int>(RateLimit(perSecond: 1, burst: 1), capacity: 1_000)
        for key in 0..<200_000 {
            _ = buckets.take(key, at: Self.start)
            if key % 10_000 == 0 { await Task.yield() }
        }
        #expect(buckets.count <= 2_000)
        #expect(buckets.take(199_999, at: Self.start) == 1, "who came last is still known")
    }

    @Test func noLimitRefusesNobody() {
        var buckets = TokenBuckets<Int>(.none, capacity: 1)
        for _ in 1...100 { #expect(buckets.take(1, at: Self.start) == nil) }
        #expect(buckets.count == 0)
    }

    // MARK: Rates

    private static func limits(_ change: (inout AdmissionLimits) -> Void) -> AdmissionLimits {
        var limits = AdmissionLimits.sandbox
        change(&limits)
        return limits
    }

    @Test func whatTheGuidesPollIsNotCountedByRate() throws {
        let admission = Admission(
            Self.limits {
                $0.address = RateLimit(perSecond: 1, burst: 1)
                $0.writes = RateLimit(perSecond: 1, burst: 1)
                $0.reads = RateLimit(perSecond: 1, burst: 1)
            }
        )
        for kind in [Admission.Class.polled, .waiting] {
            for _ in 1...50 {
                var place = try admission.enter(kind, from: Self.here, at: Self.start)
                try admission.admit(kind, of: Self.key(1), to: &place, at: Self.start)
                admission.leave(place)
            }
        }
    }

    @Test(arguments: [Admission.Class.approval, .write, .read])
    func theRestIsCountedByAddressAndByKey(_ kind: Admission.Class) throws {
        let refused = Mutex<[String]>([])
        let limits = Self.limits {
            $0.address = RateLimit(perSecond: 1, burst: 2)
            $0.writes = RateLimit(perSecond: 1, burst: 1)
            $0.reads = RateLimit(perSecond: 1, burst: 1)
        }
        let admission = Admission(limits) { name in refused.withLock { $0.append(name) } }
        for _ in 1...2 { admission.leave(try admission.enter(kind, from: Self.here, at: Self.start)) }
        let failure = #expect(throws: APIFailure.self) {
            _ = try admission.enter(kind, from: Self.here, at: Self.start)
        }
        #expect(failure?.status == 429)
        #expect(failure?.retryAfterSeconds == 1)
        #expect(failure?.items.map(\.code) == [.rateLimited])
        admission.leave(try admission.enter(kind, from: Self.there, at: Self.start))
        func admit(_ key: UInt64) throws {
            // Reads without an address: only the key's own rate counts.
            var place = try admission.enter(kind, from: nil, at: Self.start)
            defer { admission.leave(place) }
            try admission.admit(kind, of: Self.key(key), to: &place, at: Self.start)
        }
        try admit(1)
        #expect(throws: APIFailure.rateLimited(retryAfter: 1)) { try admit(1) }
        try admit(2)
        #expect(refused.withLock { $0 } == ["address", kind == .read ? "reads" : "writes"])
    }

    /// One anonymous token's haste takes nothing from its merchant, and a payment that was confirmed waits for no such rate.
    @Test func aGrantThatChangesWithoutEndIsStopped() throws {
        let refused = Mutex<[String]>([])
        let limits = Self.limits {
            $0.writes = RateLimit(perSecond: 1, burst: 3)
            $0.grantWrites = RateLimit(perSecond: 1, burst: 1)
        }
        let admission = Admission(limits) { name in refused.withLock { $0.append(name) } }
        func admit(_ kind: Admission.Class, _ grant: String?) throws {
            var place = try admission.enter(kind, from: nil, at: Self.start)
            defer { admission.leave(place) }
            try admission.admit(kind, of: Self.key(1), grant: grant, to: &place, at: Self.start)
        }
        try admit(.write, "family/a")
        for _ in 1...5 {
            #expect(throws: APIFailure.rateLimited(retryAfter: 1)) { try admit(.write, "family/a") }
        }
        #expect(refused.withLock { Set($0) } == ["grant_writes"])
        for _ in 1...5 { try admit(.read, "family/a") }
        try admit(.write, "family/b")
        try admit(.approval, "family/a")
        #expect(throws: APIFailure.rateLimited(retryAfter: 1)) { try admit(.write, nil) }
        #expect(refused.withLock { $0.last } == "writes")
        #expect(AdmissionLimits().grantWrites == RateLimit(perSecond: 2, burst: 60))
        #expect(AdmissionLimits.sandbox.grantWrites == .none)
    }

    // MARK: Places

    @Test func approvalsHaveARemainderOfTheirOwn() throws {
        let admission = Admission(
            Self.limits {
                $0.concurrent = 3
                $0.reserved = 1
            }
        )
        let first = try admission.enter(.write, from: nil, at: Self.start)
        _ = try admission.enter(.polled, from: nil, at: Self.start)
        for kind in [Admission.Class.write, .read, .polled] {
            #expect(throws: APIFailure.busy) { _ = try admission.enter(kind, from: nil, at: Self.start) }
        }
        _ = try admission.enter(.approval, from: nil, at: Self.start)
        #expect(throws: APIFailure.busy) { _ = try admission.enter(.approval, from: nil, at: Self.start) }
        admission.leave(first)
        _ = try admission.enter(.approval, from: nil, at: Self.start)
        #expect(APIFailure.busy.status == 503 && APIFailure.busy.retryAfterSeconds == 1)
    }

    @Test func whoWaitsHoldsNoPlaceOfThoseWhoWork() throws {
        let admission = Admission(
            Self.limits {
                $0.concurrent = 1
                $0.reserved = 0
                $0.waiting = 2
            }
        )
        for _ in 1...2 { #expect(try admission.enter(.waiting, from: nil, at: Self.start).pool == .waiting) }
        #expect(throws: APIFailure.busy) { _ = try admission.enter(.waiting, from: nil, at: Self.start) }
        #expect(try admission.enter(.read, from: nil, at: Self.start).pool == .working)
        admission.leave(Places.Place(pool: .waiting))
        _ = try admission.enter(.waiting, from: nil, at: Self.start)
        #expect(admission.places == (1, 2))
    }

    // MARK: Wrong keys

    @Test func aKeyThatIsGuessedIsBlockedFromThereAlone() throws {
        let admission = Admission(Self.limits { $0.keyFailures = RateLimit(perSecond: 0.1, burst: 3) })
        for _ in 1...3 {
            try admission.mayAuthenticate(key: "k", from: Self.here, at: Self.start)
            admission.noteFailure(key: "k", from: Self.here, at: Self.start)
        }
        #expect(throws: APIFailure.rateLimited(retryAfter: 10)) {
            try admission.mayAuthenticate(key: "k", from: Self.here, at: Self.start)
        }
        // Nobody can lock a merchant out from somewhere else.
        try admission.mayAuthenticate(key: "k", from: Self.there, at: Self.start)
        try admission.mayAuthenticate(key: "other", from: Self.here, at: Self.start)
        try admission.mayAuthenticate(key: "k", from: Self.here, at: Self.start.adding(seconds: 10))
    }

    @Test func manyKeysFromOneAddressAreOneGuesser() throws {
        let admission = Admission(Self.limits { $0.failures = RateLimit(perSecond: 1, burst: 5) })
        for number in 1...5 { admission.noteFailure(key: "k\(number)", from: Self.here, at: Self.start) }
        #expect(throws: APIFailure.self) { try admission.mayAuthenticate(key: "new", from: Self.here, at: Self.start) }
    }

    @Test(arguments: [
        ("wait=0", Admission.Class.polled), ("wait=x", .polled), ("wait", .polled), ("respond-async", .polled),
        ("wait=1", .waiting), ("respond-async, wait=30", .waiting), (#"wait="5""#, .waiting),
    ])
    func onlyWhoIsHeldTakesAPlaceOfThoseWhoWait(_ preference: String, _ kind: Admission.Class) async throws {
        try await withServer { server in
            let routes = server.routes.rows
            let route = try #require(routes.first { $0.method == "GET" && $0.isWaiting })
            let request = ServerRequest(method: "GET", path: "/", headers: [("Prefer", preference)])
            #expect(try server.admissionClass(of: request, on: route) == kind)
        }
    }

    // MARK: On a server

    @Test func tokensThatAreNoneMeetARateAlsoWhereTheGuidesPoll() async throws {
        try await withServer { server in
            let api = APIServer(
                payments: server.payments,
                operations: Operations { [] },
                admission: Admission(Self.limits { $0.address = RateLimit(perSecond: 1, burst: 3) }),
                world: server.clock.world
            )
            var request = ServerRequest(
                method: "GET",
                path: "/payments/br/enrollments/0195d3a0-0000-7000-8000-000000000000/",
                headers: [("Authorization", "Bearer nonsense")]
            )
            request.client = Self.here
            for _ in 1...3 { #expect(await api.respond(to: request).answer.status == 401) }
            #expect(await api.respond(to: request).answer.status == 429)
            request.client = Self.there
            #expect(await api.respond(to: request).answer.status == 401)
        }
    }

    @Test func aServerSaysWhenToComeBack() async throws {
        try await withServer { server in
            let limits = Self.limits { $0.keyFailures = RateLimit(perSecond: 0.1, burst: 2) }
            let api = APIServer(
                payments: server.payments,
                operations: Operations { [] },
                admission: Admission(limits),
                world: server.clock.world
            )
            var request = ServerRequest(
                method: "GET",
                path: "/payments/br/institutions/",
                headers: Credentials.basic(server.shop.keyID.text, "wrong").headers
            )
            request.client = Self.here
            for _ in 1...2 { #expect(await api.respond(to: request).answer.status == 401) }
            let (answer, record) = await api.respond(to: request)
            #expect(answer.status == 429)
            #expect(answer.header("Retry-After") == "10")
            #expect(record.errorCode == "rate_limited")
            request.client = Self.there
            request.headers = server.shop.basic.headers.map { ($0.name.lowercased(), $0.value) }
            #expect(await api.respond(to: request).answer.status == 200)
        }
    }

    @Test(arguments: [
        ("GET", "/payment-intents/{id}/", nil, Admission.Class.polled),
        ("GET", "/payment-intents/{id}/", "wait=10", .waiting),
        ("GET", "/enrollments/{id}/", "respond-async, wait=10", .waiting),
        ("GET", "/enrollments/{id}/", "respond-async", .polled),
        ("GET", "/enrollments/", "wait=10", .read),
        ("POST", "/payment-intents/{id}/authorize/", "wait=10", .approval),
        ("POST", "/enrollments/{id}/confirm/", nil, .approval), ("POST", "/payment-intents/", nil, .write),
        ("PATCH", "/bank-accounts/{id}/", nil, .write),
    ])
    func eachRouteHasItsClass(_ method: String, _ template: String, _ prefer: String?, _ kind: Admission.Class)
        async throws
    {
        try await withServer { server in
            let route = try #require(server.routes.rows.first { $0.method == method && $0.template == template })
            let headers = prefer.map { [(name: "Prefer", value: $0)] } ?? []
            let request = ServerRequest(method: method, path: "/", headers: headers)
            #expect(try server.admissionClass(of: request, on: route) == kind)
        }
    }
}

private struct MissingRow: Error {
    let path: String
}

extension TestServer {
    fileprivate func admissionClass(of request: ServerRequest, on route: PaymentsHTTP.Route) throws -> Admission.Class {
        guard case .row(let row, _, let parameters) = routes.table.match(method: route.method, path: route.path) else {
            throw MissingRow(path: route.path)
        }
        let asked = Asked(request, id: "", admission: Admission(.sandbox), world: clock.world)
        return routes.admissionClass(of: RouteCall(asked: asked, row: row, parameters: parameters))
    }
}
