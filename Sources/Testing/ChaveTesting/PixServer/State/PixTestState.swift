import ChaveBase
import ChavePixModel
import ChaveWire

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

    /// What a device may have PENDING, and the bytes of its notes.
    static let openEnrollments = 10
    static let openIntents = 20
    static let metadataBytes = 2_048

    /// A device's notes are shorter than the merchant's.
    func requireShort(_ metadata: Metadata?) throws(PixTestRefusal) {
        guard let metadata, metadata.json.encoded().count > PixTestState.metadataBytes else { return }
        throw .field(
            .tooLong,
            "metadata",
            "With a device's token metadata has at most \(PixTestState.metadataBytes) bytes as JSON. Note the rest from your server."
        )
    }

    /// An id of version 4: a device with a token bound to nobody sees no time in a customer's id.
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
