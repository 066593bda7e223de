import ChaveBase
import ChavePixModel
import ChaveWebAuthn
import Foundation
import InstitutionPort
import SQLPort

/// Where one call is served: one transaction, one institution, one moment.
///
/// What an operation checks comes before what it writes: a refusal that is thrown leaves behind only what the operation
/// meant to.
struct BankDesk {
    let database: any SQLDatabase
    let now: Timestamp
    /// The same moment by the clock that the deadlines of enrollments and consents read; money moves by ``now``.
    let deadlineNow: Timestamp
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    let branch: Branch
    let configuration: SandboxBank.Configuration
    let tokens: AccessTokens
    let relyingParty: RelyingParty

    var institution: SandboxInstitution { branch.institution }
    var ispb: String { branch.institution.ispb }
    var ledger: Ledger { Ledger(database: database) }

    /// A new name for an object of this bank, in the order of time.
    func newURN(_ kind: String) -> String {
        "urn:sandboxbank:\(kind):\(ResourceID<Void>.version7(at: now, random: randomBytes(8)).text)"
    }

    /// Remembers to tell the platform that something changed.
    func notify(_ kind: InstitutionNotificationKind, _ object: String) throws {
        try database.run(
            #"INSERT INTO "notification" ("ispb", "kind", "object", "made_at") VALUES (?1, ?2, ?3, ?4)"#,
            [ispb, kind.rawValue, object, now.microseconds]
        )
    }

    /// Reads a message or says which field is wrong.
    func decode<Message: InstitutionMessage>(_ body: [UInt8], as type: Message.Type = Message.self) throws -> Message {
        do throws(InstitutionMessageError) {
            return try Message(bytes: body)
        } catch {
            throw BankRefusal(error)
        }
    }

    /// The enrollment whose token the call carries must be the one it is about.
    func requireToken(_ call: InstitutionCall, for enrollmentID: String) throws {
        guard let token = call.accessToken, let owner = tokens.enrollmentID(of: token, at: now),
            owner.utf8.elementsEqual(enrollmentID.utf8)
        else { throw BankRefusal(.notAuthenticated, "Send a valid access token of this enrollment.") }
    }
}
