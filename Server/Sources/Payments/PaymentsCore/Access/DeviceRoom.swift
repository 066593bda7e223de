public import ChaveBase
public import ChavePixModel
import ChaveWire

/// The room that something new of a device needs: counts that have to be below their limits when it is stored.
public struct DeviceRoom: Hashable, Sendable {
    public let organisation: OrganisationID
    /// In the order in which they are said.
    public let bounds: [Bound]
    /// Whose requests go one after the other while these are counted.
    public let turn: Turn?

    /// A count, and the number that it has to be below.
    public struct Bound: Hashable, Sendable {
        public let scope: Scope
        public let limit: Int
    }

    public enum Scope: Hashable, Sendable {
        case openEnrollmentsOfDevice(Digest)
        case openEnrollmentsOfGrant(String, since: Timestamp)
        case enrollmentsOfGrant(String, since: Timestamp)
        /// Those that devices made.
        case openIntentsOfEnrollment(EnrollmentID)
    }

    /// The row that whoever counts holds until the commit.
    public enum Turn: Hashable, Sendable {
        case grant(Grant)
        case enrollment(EnrollmentID)
    }

    /// A merchant's grant by a token.
    public enum Grant: Hashable, Sendable {
        case customer(CustomerID)
        case family(String)

        var text: String {
            switch self {
            case .customer(let id): "customer/\(id.text)"
            case .family(let id): "family/\(id)"
            }
        }

        init?(_ caller: Caller) {
            guard case .device(_, _, _, let customer, let family) = caller else { return nil }
            guard let grant = customer.map(Grant.customer) ?? family.map(Grant.family) else { return nil }
            self = grant
        }
    }

    /// For one more enrollment; `nil` for a caller that has no limits.
    init?(enrollmentBy caller: Caller, at now: Timestamp) {
        guard let device = caller.device else { return nil }
        organisation = caller.organisation
        let grant = Grant(caller)
        turn = grant.map(Turn.grant)
        var bounds = [Bound(scope: .openEnrollmentsOfDevice(device), limit: DeviceLimits.openEnrollments)]
        if let text = grant?.text {
            let since = now.adding(seconds: -DeviceLimits.daySeconds)
            bounds += [
                Bound(
                    scope: .openEnrollmentsOfGrant(text, since: since),
                    limit: DeviceLimits.openEnrollmentsOfGrant
                ),
                Bound(scope: .enrollmentsOfGrant(text, since: since), limit: DeviceLimits.enrollmentsADayOfGrant),
            ]
        }
        self.bounds = bounds
    }

    /// For one more intent of an enrollment; `nil` for a caller that has no limits.
    init?(intentOf enrollment: EnrollmentID, by caller: Caller) {
        guard caller.device != nil else { return nil }
        organisation = caller.organisation
        turn = .enrollment(enrollment)
        bounds = [
            Bound(scope: .openIntentsOfEnrollment(enrollment), limit: DeviceLimits.openIntentsOfEnrollment)
        ]
    }

    /// For tests of what stores.
    package init(organisation: OrganisationID, bounds: [(Scope, limit: Int)], turn: Turn?) {
        self.organisation = organisation
        self.bounds = bounds.map { Bound(scope: $0, limit: $1) }
        self.turn = turn
    }
}

extension Payments {
    /// Looks for room before anything is stored; the commit counts once more, so that of two at once only one finds the last.
    func require(_ room: DeviceRoom?, in change: inout Change) async throws(APIFailure) {
        guard let room else { return }
        let full = try await read { () async throws(StorageFault) in try await self.store.fullBound(of: room) }
        try require(room, full: full, in: &change)
    }

    /// The same where it was looked for already, and `full` was found.
    func require(_ room: DeviceRoom?, full: DeviceRoom.Bound?, in change: inout Change) throws(APIFailure) {
        guard let room else { return }
        if let full { throw .noRoom(full) }
        change.writes.append(.requireRoom(room))
    }

    /// A device's notes are shorter than the merchant's.
    func requireShort(_ metadata: Metadata?, by caller: Caller) throws(APIFailure) {
        guard caller.device != nil, let metadata else { return }
        guard metadata.json.encoded().count <= DeviceLimits.metadataBytes else {
            throw .field(
                .tooLong,
                "metadata",
                "With a device's token metadata has at most \(DeviceLimits.metadataBytes) bytes as JSON. Note the rest from your server."
            )
        }
    }
}

extension APIFailure {
    fileprivate static func noRoom(_ full: DeviceRoom.Bound) -> APIFailure {
        let end = "Finish or cancel one, or wait until one runs out."
        let message =
            switch full.scope {
            case .openEnrollmentsOfDevice: "The device has \(full.limit) enrollments PENDING. \(end)"
            case .openEnrollmentsOfGrant: "There are \(full.limit) enrollments PENDING by this token. \(end)"
            case .enrollmentsOfGrant:
                "There were \(full.limit) enrollments by this token within a day. Enroll with a fresh token of your server."
            case .openIntentsOfEnrollment:
                "Devices have \(full.limit) payment intents PENDING with this enrollment. \(end)"
            }
        return .conflict(message)
    }
}
