import ChaveBase
import ChavePixModel
import PaymentsModel

/// All rows, as values: a change is applied to a copy, which takes the place of the original when all of it went well.
struct MemoryTables {
    /// An object with what the worker knows of it.
    struct Scheduled<Object> {
        var object: Object
        var schedule: Change.Schedule
    }

    static func isDue(_ schedule: Change.Schedule, at now: Timestamp) -> Bool {
        guard let wakeAt = schedule.wakeAt, now >= wakeAt else { return false }
        return schedule.heldUntil.map { now >= $0 } ?? true
    }

    var organisations: [OrganisationID: Organisation] = [:]
    var apiKeys: [APIKeyID: APIKey] = [:]
    var families: [String: TokenFamily] = [:]
    var customers: [CustomerID: Customer] = [:]
    var customerSchedules: [CustomerID: Change.Schedule] = [:]
    var bankAccounts: [BankAccountID: BankAccount] = [:]
    var enrollments: [EnrollmentID: Scheduled<Enrollment>] = [:]
    var credentials: [EnrollmentID: EnrolledCredential] = [:]
    var apps: [AppID: RegisteredApp] = [:]
    var intents: [PaymentIntentID: Scheduled<PaymentIntent>] = [:]
    var idempotency: [Digest: IdempotencyRecord] = [:]
    var audit: [ObjectReference: [AuditEntry]] = [:]
    /// In the order of commits; `nil` where one was forgotten.
    var events: [OutboxEvent?] = []
    var webhooks = MemoryWebhooks()
}

/// A row refers to one that does not exist in its organisation.
public struct MissingParent: Error, Hashable, Sendable {}
