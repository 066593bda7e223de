public import ChaveBase
public import ChavePixModel
import Hashing
public import PaymentsModel

/// Records of one organisation that fit together, for tests of what stores them.
///
/// `number` keeps the ids of two samples apart; ids rise with the numbers given.
public struct StorageSample: Sendable {
    public let number: UInt64
    public static let start = Timestamp(seconds: 1_800_000_000)

    public init(_ number: UInt64) { self.number = number }

    public var organisation: Organisation {
        Organisation(id: id(0), name: "Loja \(number)", createdAt: Self.start)
    }

    /// An id that sorts by `index`, was made within milliseconds of `start`, and belongs to this sample alone.
    public func id<Kind>(_ index: UInt64) -> ResourceID<Kind> {
        let milliseconds = UInt64(Self.start.microseconds / 1_000) + index
        return ResourceID(high: milliseconds << 16 | 0x7000, low: 0x8000_0000_0000_0000 | number)
    }

    public func digest(_ text: String) -> Digest { Digest(ofText: "\(number)/\(text)") }

    public func apiKey(_ index: UInt64 = 1) -> APIKey {
        APIKey(
            id: id(index),
            organisation: organisation.id,
            label: "caixa",
            passwordDigest: digest("password \(index)"),
            createdAt: Self.start
        )
    }

    public func tokenFamily(_ index: UInt64 = 1, boundTo customer: CustomerID? = nil) -> TokenFamily {
        TokenFamily(
            id: "family-\(number)-\(index)",
            organisation: organisation.id,
            apiKey: id(1),
            customer: customer,
            createdAt: Self.start,
            expiresAt: Self.start.adding(seconds: 86_400),
            current: TokenFamily.IssuedPair(accessID: "a1", refreshID: "r1", issuedAt: Self.start)
        )
    }

    public static var wrappedKey: WrappedKey {
        let field = FieldKey(id: "k1", secret: Array(repeating: 7, count: 32))
        guard let key = try? field.newCustomerKey(randomBytes: { Array(repeating: 9, count: $0) }) else {
            preconditionFailure("a key of 32 bytes can be sealed")
        }
        return key
    }

    public func customer(_ index: UInt64 = 1, externalID: String? = nil, words: [String] = []) -> Customer {
        Customer(
            id: id(index),
            organisation: organisation.id,
            createdBy: id(1),
            createdAt: Self.start,
            externalID: externalID,
            kind: .cpf,
            maskedIdentifier: "12******09",
            identifierIndex: digest("identifier \(index)"),
            nameIndexes: words.map(digest),
            key: Self.wrappedKey,
            particulars: Sealed(box: [1, 2, 3])
        )
    }

    public func bankAccount(_ index: UInt64 = 1) -> BankAccount {
        BankAccount(
            id: id(index),
            organisation: organisation.id,
            createdBy: id(1),
            createdAt: Self.start,
            updatedAt: Self.start,
            isActive: true,
            institution: ResourceID(high: 1, low: 1),
            particulars: SealedSecret(keyID: "impersonal-1", sealed: Sealed(box: [4, 5, 6]))
        )
    }

    public func enrollment(
        _ index: UInt64 = 1,
        customer: UInt64 = 1,
        device: String? = nil,
        deviceID: String = "phone",
        institution: UInt64 = 1,
        externalID: String? = nil,
        grant: String? = nil
    ) -> Enrollment {
        var enrollment = Enrollment(
            id: id(index),
            organisation: organisation.id,
            createdBy: Creator(apiKey: id(1), device: device.map(digest), grant: grant),
            createdAt: Self.start,
            customer: id(customer),
            institution: ResourceID(high: institution, low: 1),
            platform: .ios,
            name: nil,
            callbackURL: "https://loja.example/volta",
            externalID: externalID,
            metadata: #"{"pedido":"42"}"#,
            deviceID: deviceID,
            state: .created(
                signals: Sealed(box: [4]),
                EnrollmentState.Redirection(secrets: Sealed(box: [5])),
                deadline: Self.start.adding(seconds: 900)
            )
        )
        enrollment.version = 1
        return enrollment
    }

    public func app(
        _ index: UInt64 = 1,
        appID: String? = nil,
        callbackURLs: [String] = ["https://loja.example/volta"]
    ) -> RegisteredApp {
        RegisteredApp(
            id: id(index),
            organisation: organisation.id,
            createdAt: Self.start,
            platform: .ios,
            appID: appID ?? "ABCDE1234\(index % 10).br.com.loja",
            callbackURLs: callbackURLs
        )
    }

    public func credential(_ index: UInt64 = 1) -> EnrolledCredential {
        EnrolledCredential(
            organisation: organisation.id,
            enrollment: id(index),
            credentialID: Octets(digest("credential \(index)").bytes),
            publicKey: Octets([1, 2]),
            signCount: 0,
            backupEligible: true,
            backupState: false,
            userHandle: Octets([5])
        )
    }

    public func intent(
        _ index: UInt64 = 1,
        customer: UInt64 = 1,
        enrollment: UInt64 = 1,
        device: String? = nil,
        externalID: String? = nil,
        createdAt: Timestamp = start,
        centavos: Int64 = 1_234,
        metadata: String? = nil,
        days: Int = 0
    ) -> PaymentIntent {
        let random = Digest(ofText: "\(number) \(index)").bytes
        guard let amount = Money(centavos: centavos),
            let endToEndID = EndToEndID(ispb: "12345678", at: Self.start, random: random)
        else { preconditionFailure("the sample's money and bank are well-formed") }
        var intent = PaymentIntent(
            id: id(index),
            organisation: organisation.id,
            createdBy: Creator(apiKey: id(1), device: device.map(digest)),
            createdAt: createdAt,
            customer: id(customer),
            enrollment: id(enrollment),
            institution: ResourceID(high: 1, low: 1),
            beneficiary: id(1),
            amount: amount,
            details: PaymentIntent.Details(
                description: "Café ☕",
                statementDescription: "CAFE",
                externalID: externalID,
                metadata: metadata
            ),
            charge: id(index),
            endToEndID: endToEndID,
            schedule: days > 0 ? schedule(index, days: days) : nil,
            externalPaymentID: "external-\(index)",
            providerRequestID: "request-\(index)",
            deadline: Self.start.adding(seconds: 300)
        )
        intent.version = 1
        return intent
    }

    /// A schedule of an intent; its charges have the ids `index * 100` and following.
    public func schedule(_ index: UInt64, days: Int) -> ChargeSchedule {
        let first = CalendarDate(daysSince1970: 30_000)
        let plan = PaymentSchedule(.daily(start: first, quantity: days), additionalInformation: "Aluguel")
        let charges = plan.days.enumerated().map { offset, day in
            let time = Timestamp(startOf: day).adding(seconds: 15 * 3_600)
            let random = Digest(ofText: "\(number) \(index) \(offset)").bytes
            guard let endToEndID = EndToEndID(ispb: "12345678", at: time, random: random) else {
                preconditionFailure("the sample's bank is well-formed")
            }
            return ScheduledCharge(
                id: id(index * 100 + UInt64(offset)),
                day: day,
                endToEndID: endToEndID,
                at: Self.start
            )
        }
        return ChargeSchedule(plan, charges: charges)
    }

    public func idempotency(_ name: String = "key", createdAt: Timestamp = start) -> IdempotencyRecord {
        IdempotencyRecord(
            scope: digest(name),
            organisation: organisation.id,
            fingerprint: digest("fingerprint"),
            createdAt: createdAt,
            object: .paymentIntent(id(1)),
            heldUntil: createdAt.adding(seconds: 30)
        )
    }

    /// Organisation, customer 1, bank account 1 and enrollment 1: what an intent refers to.
    public var foundation: Change {
        var change = Change()
        change.writes = [
            .organisation(organisation), .insertCustomer(customer()), .insertBankAccount(bankAccount()),
            .enrollment(enrollment(), expected: 0, schedule: .never),
        ]
        return change
    }

    public func event(
        _ name: String,
        of object: ObjectReference,
        version: Int64 = 1,
        type: String = "enrollment.created",
        status: String = "PENDING",
        at time: Timestamp = start
    ) -> OutboxEvent {
        OutboxEvent(
            id: eventID(name),
            organisation: organisation.id,
            object: object,
            version: version,
            at: time,
            type: type,
            objectID: object.id,
            body: #"{"webhook_id":"\#(eventID(name))","data":{"status":"\#(status)"}}"#
        )
    }

    /// Of the event with that name.
    public func eventID(_ name: String) -> EventID {
        .version7(at: Self.start, random: digest("event \(name)").bytes)
    }

    /// An entry that follows `previous`; without one, the chain's first.
    public func entry(_ object: ObjectReference, version: Int64 = 1, after previous: Digest? = nil) -> AuditEntry {
        AuditEntry(
            organisation: organisation.id,
            object: object,
            version: version,
            at: Self.start,
            actor: "test",
            action: "step",
            contentDigest: digest("content \(version)"),
            previous: previous ?? Digest(ofText: object.description)
        )
    }
}
