package import ChaveBase
package import ChavePixModel
package import InstitutionPort

/// The counterpart of a connector under test: a bank that can be told what to do next.
///
/// The author of a connector writes one for the wire that the connector speaks. ``BankNotebook`` keeps honest books for
/// it. What the bank cannot do stands in `lacks`, and the members for it may be left out.
package protocol InstructedBank: Sendable {
    /// The abilities that it lacks, each with the reason: checks that need them are not made, and are listed.
    static var lacks: [BankAbility: String] { get }

    /// The operations that can meet a conduct here.
    static func operations(meeting conduct: BankConduct) -> [InstitutionOperation]

    var institution: InstitutionID { get }
    /// Another institution behind the same connector.
    var neighbour: InstitutionID { get }

    /// Returns a call that will meet `conduct`, when it is the next of its operation; calls after it are answered.
    ///
    /// The suite sets the way. Whatever must be there before (an enrollment, a consent) is made here.
    func prepare(
        _ operation: InstitutionOperation,
        _ conduct: BankConduct,
        at institution: InstitutionID
    ) async throws -> PreparedCall

    /// The work that the bank did, one entry for each object: equal before and after a call that did nothing.
    func books() async throws -> [String]

    /// The bank's clock; its whole seconds are compared.
    func clock() async -> Timestamp

    /// The clock that deadlines are measured by.
    func uptimeMilliseconds() async -> Int64

    /// A question about an identity token that holds.
    func identityQuestion() async throws -> IdentityQuestion

    /// The institutions that the connector, or its directory, told the platform of.
    func listed() async -> [InstitutionDirectoryEntry]

    // MARK: For abilities

    /// The calls that reached the bank, oldest first (`records`).
    func arrivals() async -> [BankArrival]

    /// How many calls hang now (`hangs`).
    func hangingCalls() async -> Int

    /// Lets the time of the calls that hang be over; a bank on real time needs nothing (`hangs`).
    func letTimePass() async

    /// The institution goes out of the directory (`leaves`).
    func leave() async throws

    /// New objects at the institution are made by another interface from now on (`offersAnotherWay`).
    func offerAnotherWay() async throws

    /// Whether the keys of identity tokens are away (`hidesItsKeys`).
    func hideKeys(_ areHidden: Bool) async throws
}

extension InstructedBank {
    package static func operations(meeting conduct: BankConduct) -> [InstitutionOperation] { conduct.operations }
    package func arrivals() async -> [BankArrival] { [] }
    package func hangingCalls() async -> Int { 0 }
    package func letTimePass() async {}
    package func leave() async throws {}
    package func offerAnotherWay() async throws {}
    package func hideKeys(_ areHidden: Bool) async throws {}
}

/// A call, and the code with which its bank refuses it.
package struct PreparedCall: Sendable {
    package var call: InstitutionCall
    package var refusalCode: String

    package init(_ call: InstitutionCall, refusalCode: String? = nil) {
        self.call = call
        self.refusalCode = refusalCode ?? BankConduct.refusalCode(of: call.operation)
    }
}

/// Something that a counterpart can do, and that some checks need.
package enum BankAbility: Hashable, Sendable {
    case meets(BankConduct)
    case records
    case leaves
    case offersAnotherWay
    case hidesItsKeys

    package static let all: [BankAbility] =
        BankConduct.allCases.map(BankAbility.meets) + [.records, .leaves, .offersAnotherWay, .hidesItsKeys]
}
