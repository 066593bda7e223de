import ChavePixModel

/// Everything that a test server knows.
struct PixTestState {
    struct Customer {
        let id: CustomerID
        let identifier: TaxIdentifier
    }

    let random: TestRandom
    var bank = PixTestBank()
    var institutions: [InstitutionResource]
    var beneficiaries: Set<BankAccountID>
    /// By token: when it expires.
    var tokens: [String: Int64] = [:]
    var customers: [Customer] = []
    /// The oldest first, as they were made.
    var enrollments: [TestEnrollment] = []
    /// The oldest first, as they were made.
    var payments: [TestPayment] = []
    var kept: [String: Kept] = [:]
    var failures = TestOrders<PixTestCall, PixTestFailure>()
    var requests: [PixTestRequest] = []
    var longestPage = 1_000
    var isInvalidated = false
    /// How often something changed, so that nobody waits for a change that has come already.
    var changes = 0
    /// Who holds an answer until there is news.
    var watchers: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWatcher = 0

    /// Lets happen what time alone brings.
    mutating func catchUp(_ moment: Moment) {
        for index in enrollments.indices { enrollments[index].catchUp(moment, random) }
        for index in payments.indices { payments[index].catchUp(moment) }
    }

    /// When time brings more.
    var nextChange: Int64? { (enrollments.compactMap(\.nextChange) + payments.compactMap(\.nextChange)).min() }

    /// The time, in both its forms.
    struct Moment {
        let milliseconds: Int64
        let timestamp: Timestamp

        init(_ clock: TestClock) {
            milliseconds = clock.elapsedMilliseconds
            timestamp = Timestamp(microseconds: TestClock.start).adding(milliseconds: milliseconds)
        }

        func after(seconds: Int64) -> Int64 { milliseconds + seconds * 1_000 }
    }

    func newID<Kind>(_ moment: Moment) -> ResourceID<Kind> {
        .version7(at: moment.timestamp, random: random.bytes(8))
    }
}
