import ChaveBase
import ChavePixModel
import ChaveWire

/// The whole state of a test server.
struct PixTestState {
    struct Customer {
        let id: CustomerID
        let identifier: TaxIdentifier
    }

    let random: TestRandom
    var bank = PixTestBank()
    var institutions: [InstitutionResource]
    var beneficiaries: Set<BankAccountID>
    /// The time of expiry of each token.
    var tokens: [String: Int64] = [:]
    var customers: [Customer] = []
    /// In the order of creation, the oldest first.
    var enrollments: [TestEnrollment] = []
    /// In the order of creation, the oldest first.
    var payments: [TestPayment] = []
    var kept: [String: Kept] = [:]
    var failures = TestOrders<PixTestCall, PixTestFailure>()
    var requests: [PixTestRequest] = []
    var longestPage = 1_000
    var isInvalidated = false
    /// The number of changes, so that a waiting request does not miss a change that came before it.
    var changes = 0
    /// The requests that are held until a change.
    var watchers: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWatcher = 0

    /// Applies the changes that are due by time alone.
    mutating func catchUp(_ moment: Moment) {
        for index in enrollments.indices { enrollments[index].catchUp(moment, random) }
        for index in payments.indices { payments[index].catchUp(moment, bank) }
    }

    /// The time of the next change that is due by time alone.
    var nextChange: Int64? { (enrollments.compactMap(\.nextChange) + payments.compactMap(\.nextChange)).min() }

    /// A time in two forms: milliseconds of the test's clock, and a timestamp.
    struct Moment {
        let milliseconds: Int64
        let timestamp: Timestamp

        init(_ clock: TestClock) {
            milliseconds = clock.elapsedMilliseconds
            timestamp = Timestamp(microseconds: TestClock.start).adding(milliseconds: milliseconds)
        }

        func after(seconds: Int64) -> Int64 { milliseconds + seconds * 1_000 }
    }

    /// The limits of a device: PENDING enrollments, PENDING payment intents of one enrollment, and bytes of metadata.
    static let openEnrollments = 10
    static let openIntents = 20
    static let metadataBytes = 2_048

    /// Refuses metadata above the limit of a device, which is lower than the merchant's.
    func requireShort(_ metadata: Metadata?) throws(PixTestRefusal) {
        guard let metadata, metadata.json.encoded().count > PixTestState.metadataBytes else { return }
        throw .field(
            .tooLong,
            "metadata",
            "With a device's token metadata has at most \(PixTestState.metadataBytes) bytes as JSON. Note the rest from your server."
        )
    }

    /// A UUID of version 4: a device with a token that is bound to no customer cannot read a creation time from the id.
    func newVeiledID() -> CustomerID {
        let bytes = random.bytes(16)
        let (high, low) = (bytes[..<8], bytes[8...])
        let halves = (high.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }, low.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        return CustomerID(high: halves.0 & ~0xF000 | 0x4000, low: halves.1 & (1 << 62 - 1) | 1 << 63)
    }

    func newID<Kind>(_ moment: Moment) -> ResourceID<Kind> {
        .version7(at: moment.timestamp, random: random.bytes(8))
    }
}
