import ChaveBase
import ChavePixModel
import ChaveWire

/// A POST in its stored form: the same bytes and key for every try, in this run of the app and the next.
///
///     {"version": 1, "operation": …, "path": …, "key": …, "resource": {"enrollment" | "payment_intent": id} | null,
///      "content": base64url | null, "created_at": microseconds, "body": base64url}
struct StoredRequest: Hashable, Sendable {
    var operation: PendingRequest.Operation
    var path: String
    var idempotencyKey: String
    var resource: UnknownOutcome.Resource?
    /// A digest of the app's request, so that the app's own retry finds these bytes.
    var content: [UInt8]?
    var createdAt: Timestamp
    var body: [UInt8]

    var pending: PendingRequest {
        PendingRequest(
            operation: operation,
            idempotencyKey: idempotencyKey,
            resource: resource,
            createdAt: createdAt
        )
    }

    var unknownOutcome: UnknownOutcome {
        UnknownOutcome(operation: operation, idempotencyKey: idempotencyKey, read: resource)
    }

    /// Whether the server certainly still knows the key, so that a second send cannot have a second effect.
    ///
    /// The server stores keys for seven days. The client counts only six, so that a device whose clock was set by less
    /// than a day, in either direction, is also right.
    func isRepeatable(at now: Timestamp) -> Bool {
        now > createdAt.adding(seconds: -StoredRequest.day) && now < createdAt.adding(seconds: 6 * StoredRequest.day)
    }

    /// Whether the request is too old to learn its outcome; the clock may be wrong in either direction.
    func isForgotten(at now: Timestamp) -> Bool {
        let age = StoredRequest.day * 30
        return now <= createdAt.adding(seconds: -age) || now >= createdAt.adding(seconds: age)
    }

    /// Whether an app that knows nothing of pending requests may still repeat the request, and shall then find this
    /// key.
    ///
    /// The created object ends at the bank's deadline when nobody has continued it.
    func isLeftToTheApp(at now: Timestamp) -> Bool {
        guard isRepeatable(at: now) else { return false }
        return switch operation {
        case .createEnrollment: now < createdAt.adding(seconds: 15 * 60)
        case .createPaymentIntent: now < createdAt.adding(seconds: 5 * 60)
        case .completeRedirection, .confirmEnrollment, .cancelEnrollment, .authorizePaymentIntent,
            .cancelPaymentIntent:
            false
        }
    }

    private static let day = 86_400

    func encoded() -> [UInt8] {
        let resourceJSON: JSONValue =
            switch resource {
            case .enrollment(let id): ["enrollment": .string(id.text)]
            case .paymentIntent(let id): ["payment_intent": .string(id.text)]
            case nil: .null
            }
        let json: JSONValue = [
            "version": 1,
            "operation": .string(operation.rawValue),
            "path": .string(path),
            "key": .string(idempotencyKey),
            "resource": resourceJSON,
            "content": JSONValue(content.map { Base64URL.encode($0) }),
            "created_at": JSONValue(createdAt.microseconds),
            "body": .string(Base64URL.encode(body)),
        ]
        return json.encoded()
    }

    init(
        operation: PendingRequest.Operation,
        path: String,
        idempotencyKey: String,
        resource: UnknownOutcome.Resource?,
        content: [UInt8]?,
        createdAt: Timestamp,
        body: [UInt8]
    ) {
        self.operation = operation
        self.path = path
        self.idempotencyKey = idempotencyKey
        self.resource = resource
        self.content = content
        self.createdAt = createdAt
        self.body = body
    }

    init(decoding bytes: [UInt8]) throws(WireError) {
        guard let json = try? JSONValue(parsing: bytes, limits: .list), json["version"]?.number?.int64 == 1 else {
            throw .invalid(field: "version")
        }
        guard let operation = json["operation"]?.string.flatMap(PendingRequest.Operation.init(rawValue:)) else {
            throw .invalid(field: "operation")
        }
        guard let path = json["path"]?.string else { throw .missing(field: "path") }
        guard let key = json["key"]?.string, !key.isEmpty else { throw .missing(field: "key") }
        guard let created = json["created_at"]?.number?.int64 else { throw .missing(field: "created_at") }
        guard let body = json["body"]?.string else { throw .missing(field: "body") }
        self.operation = operation
        self.path = path
        idempotencyKey = key
        resource = try StoredRequest.resource(json["resource"])
        if let text = json["content"]?.string {
            content = try Base64URL.decode(text, field: "content")
        } else {
            content = nil
        }
        createdAt = Timestamp(microseconds: created)
        self.body = try Base64URL.decode(body, field: "body")
    }

    private static func resource(_ json: JSONValue?) throws(WireError) -> UnknownOutcome.Resource? {
        if let text = json?["enrollment"]?.string {
            guard let id = EnrollmentID(text) else { throw .invalid(field: "resource") }
            return .enrollment(id)
        }
        if let text = json?["payment_intent"]?.string {
            guard let id = PaymentIntentID(text) else { throw .invalid(field: "resource") }
            return .paymentIntent(id)
        }
        return nil
    }
}
