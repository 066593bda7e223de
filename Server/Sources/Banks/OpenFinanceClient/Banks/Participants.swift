import ChaveBase
import ChavePixModel
import ChaveWire

/// Asks the directory for its list of participants.
struct ParticipantsQuestion: Sendable {
    let address: String
    let caller: WireCaller

    private static let milliseconds = 20_000

    /// The list of today, with at least one bank.
    func answer() async throws(ExchangeProblem) -> Participants {
        var request = WireRequest("GET", address, headers: [("Accept", "application/json")])
        request.longestAnswer = WireLimits.longestList
        let response = try await caller.ask(
            request,
            "participants",
            at: nil,
            milliseconds: ParticipantsQuestion.milliseconds
        )
        guard let list = Participants(parsing: response.body) else {
            throw ExchangeProblem("the list is no JSON array")
        }
        // A list without a bank is a fault of the directory, not the end of all banks.
        guard !list.banks.isEmpty else { throw ExchangeProblem("the list has no bank that can be called") }
        return list
    }
}

/// The directory's list of participants, read for banks that this connector can call.
///
/// Other entries are left out: another role, an inactive organisation, no interface for enrollments or payments
/// in a known version, an address that is no HTTPS address. One wrong entry hides no other.
struct Participants: Sendable {
    let banks: [BankListing]

    private static let limits = JSONLimits(bytes: WireLimits.longestList, depth: 16, values: 4_000_000)
    /// The major versions that the connector speaks.
    private static let enrollmentVersions = [2]
    private static let paymentVersions = [4, 5]

    init?(parsing bytes: [UInt8]) {
        guard let list = try? JSONValue(parsing: bytes, limits: Participants.limits).array else { return nil }
        var seen: Set<InstitutionID> = []
        banks = list.flatMap(Participants.banks).filter { seen.insert($0.id).inserted }
    }

    private static func banks(of organisation: JSONValue) -> [BankListing] {
        guard let id = organisation["OrganisationId"]?.string, isActive(organisation), isAccountHolder(organisation),
            let number = organisation["RegistrationNumber"]?.string,
            let legalName = text(organisation["LegalEntityName"]) ?? text(organisation["OrganisationName"])
        else { return [] }
        return (organisation["AuthorisationServers"]?.array ?? []).compactMap { server in
            bank(server, organisation: id, legalName: legalName, registrationNumber: number)
        }
    }

    private static func isActive(_ part: JSONValue) -> Bool { part["Status"]?.string == "Active" }

    /// Whether the organisation holds accounts (`CONTA`) and so may be paid from.
    private static func isAccountHolder(_ organisation: JSONValue) -> Bool {
        (organisation["OrgDomainRoleClaims"]?.array ?? []).contains { claim in
            claim["Role"]?.string == "CONTA" && isActive(claim)
        }
    }

    private static func bank(
        _ server: JSONValue,
        organisation: String,
        legalName: String,
        registrationNumber: String
    ) -> BankListing? {
        guard let id = server["AuthorisationServerId"]?.string.flatMap(InstitutionID.init),
            let issuer = server["Issuer"]?.string, BankAddress(issuer) != nil,
            let discovery = server["OpenIDDiscoveryDocument"]?.string, BankAddress(discovery) != nil,
            case let allEnrollments = endpoints(server, "enrollments", enrollmentVersions),
            case let allPayments = payments(server),
            let enrollments = allEnrollments.max(by: { $0.version < $1.version }),
            let payments = allPayments.max(by: { $0.version < $1.version })
        else { return nil }
        return BankListing(
            id: id,
            organisation: organisation,
            legalName: legalName,
            name: text(server["CustomerFriendlyName"]) ?? legalName,
            registrationNumber: registrationNumber,
            issuer: issuer,
            discovery: discovery,
            enrollments: enrollments,
            payments: payments,
            others: .init(
                enrollments: allEnrollments.filter { $0 != enrollments },
                payments: allPayments.filter { $0 != payments }
            )
        )
    }

    /// The versions that have both families of payments.
    private static func payments(_ server: JSONValue) -> [BankListing.Payments] {
        let consents = endpoints(server, "payments-consents", paymentVersions)
        let pix = endpoints(server, "payments-pix", paymentVersions)
        return consents.compactMap { consent in
            pix.first { $0.version == consent.version }.map {
                BankListing.Payments(version: consent.version, consents: consent.address, pix: $0.address)
            }
        }
    }

    /// The addresses of one family, each the whole address of its main resource.
    private static func endpoints(
        _ server: JSONValue,
        _ family: String,
        _ majors: [Int]
    ) -> [BankListing.Endpoint] {
        let ends = ["enrollments": "/enrollments", "payments-consents": "/consents", "payments-pix": "/pix/payments"]
        let resources = (server["ApiResources"]?.array ?? []).filter { $0["ApiFamilyType"]?.string == family }
        return resources.flatMap { resource -> [BankListing.Endpoint] in
            guard let version = resource["ApiVersion"]?.string.flatMap(APIVersion.init), majors.contains(version.major)
            else { return [] }
            let addresses = (resource["ApiDiscoveryEndpoints"]?.array ?? []).compactMap { $0["ApiEndpoint"]?.string }
            return addresses.compactMap { address in
                let address = address.hasSuffix("/") ? String(address.dropLast()) : address
                guard BankAddress(address) != nil, address.hasSuffix(ends[family] ?? "") else { return nil }
                return BankListing.Endpoint(version: version, address: address)
            }
        }
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string, !text.isEmpty, text.utf8.count <= 560 else { return nil }
        return text
    }
}
