import ChaveBase
import ChavePixModel
import Foundation
import InstitutionPort
import SQLPort

/// Serves one call: one transaction, one institution, one moment.
///
/// An operation checks everything before it writes: a thrown refusal leaves only the writes that the operation intends.
struct BankDesk {
    let database: any SQLDatabase
    let now: Timestamp
    /// The same moment by the clock for the deadlines of enrollments and consents; money moves by ``now``.
    let deadlineNow: Timestamp
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    let branch: Branch
    let configuration: SandboxBank.Configuration
    let tokens: AccessTokens
    /// The initiator that calls; `nil` for a holder at a page, for the staff and for the clock.
    let client: BankClient?

    var institution: SandboxInstitution { branch.institution }
    /// The calling initiator, which every operation of the port has.
    var caller: BankClient {
        get throws {
            guard let client else { throw BankRefusal(.notAuthenticated, "Call as a registered client.") }
            return client
        }
    }

    /// Whether the caller may see an object: an initiator sees its own, the bank itself sees all.
    func sees(_ owner: String) -> Bool { client?.owns(owner) ?? true }

    /// The object, when the caller may see it.
    func visible<Object: ClientOwned>(_ object: Object?) -> Object? {
        object.flatMap { sees($0.client) ? $0 : nil }
    }

    var ispb: String { branch.institution.ispb }
    var ledger: Ledger { Ledger(database: database) }

    /// Makes a new id for an object of this bank; ids are in the order of time.
    func newURN(_ kind: String) -> String {
        "urn:sandboxbank:\(kind):\(ResourceID<Void>.version7(at: now, random: randomBytes(8)).text)"
    }

    /// Stores a notification for the object's initiator that it changed.
    func notify(_ kind: InstitutionNotificationKind, _ object: some ClientOwned) throws {
        try database.run(
            """
            INSERT INTO "notification" ("ispb", "client", "kind", "object", "made_at") VALUES (?1, ?2, ?3, ?4, ?5)
            """,
            [ispb, object.client, kind.rawValue, object.id, now.microseconds]
        )
    }

    /// Stores a notification of a change that the caller's own call made; the platform in this process needs none.
    func notifyOnWire(_ kind: InstitutionNotificationKind, _ object: some ClientOwned) throws {
        if client?.isOnWire ?? false { try notify(kind, object) }
    }

    /// Reads a message; the refusal names the wrong field.
    func decode<Message: InstitutionMessage>(_ body: [UInt8], as type: Message.Type = Message.self) throws -> Message {
        if let fault = client?.fault { throw BankRefusal(fault) }
        do throws(InstitutionMessageError) {
            return try Message(bytes: body)
        } catch {
            throw BankRefusal(error)
        }
    }

    /// Requires that the call's token belongs to the enrollment of the call.
    func requireToken(_ call: InstitutionCall, for enrollmentID: String) throws {
        guard let holder = tokenHolder(call), let enrollment = holder.enrollmentID,
            enrollment.utf8.elementsEqual(enrollmentID.utf8)
        else { throw BankRefusal(.notAuthenticated, "Send a valid access token of this enrollment.") }
    }

    /// What the call's token gives; `nil` for a token that is not valid, not this client's or bound to another
    /// certificate.
    func tokenHolder(_ call: InstitutionCall) -> AccessTokenHolder? {
        guard let token = call.accessToken, let holder = tokens.holder(of: token, at: now), sees(holder.client),
            holder.certificate == client?.certificate
        else { return nil }
        return holder
    }
}
