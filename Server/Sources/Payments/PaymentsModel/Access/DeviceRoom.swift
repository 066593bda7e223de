public import ChaveBase
public import ChavePixModel
import ChaveWire

/// The counts that must be below their limits when a device's new object is stored.
public struct DeviceRoom: Hashable, Sendable {
    public let organisation: OrganisationID
    /// The bounds in the order in which they are reported.
    public let bounds: [Bound]
    /// The owner whose requests are serialised while the bounds are counted.
    public let turn: Turn?

    /// A count, and the limit that it must stay below.
    public struct Bound: Hashable, Sendable {
        public let scope: Scope
        public let limit: Int
    }

    public enum Scope: Hashable, Sendable {
        case openEnrollmentsOfDevice(Digest)
        case openEnrollmentsOfGrant(String, since: Timestamp)
        case enrollmentsOfGrant(String, since: Timestamp)
        /// The open intents of the enrollment that devices made.
        case openIntentsOfEnrollment(EnrollmentID)
    }

    /// The row that the counting transaction locks until it commits.
    public enum Turn: Hashable, Sendable {
        case grant(Grant)
        case enrollment(EnrollmentID)
    }

    /// A merchant's grant by a token.
    public enum Grant: Hashable, Sendable {
        case customer(CustomerID)
        case family(String)

        package var text: String {
            switch self {
            case .customer(let id): "customer/\(id.text)"
            case .family(let id): "family/\(id)"
            }
        }

        package init?(_ caller: Caller) {
            guard case .device(_, _, _, let customer, let family) = caller else { return nil }
            guard let grant = customer.map(Grant.customer) ?? family.map(Grant.family) else { return nil }
            self = grant
        }
    }

    /// The bounds for one more enrollment; `nil` for a caller that has no limits.
    package init?(enrollmentBy caller: Caller, at now: Timestamp) {
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

    /// The bounds for one more intent of an enrollment; `nil` for a caller that has no limits.
    package init?(intentOf enrollment: EnrollmentID, by caller: Caller) {
        guard caller.device != nil else { return nil }
        organisation = caller.organisation
        turn = .enrollment(enrollment)
        bounds = [
            Bound(scope: .openIntentsOfEnrollment(enrollment), limit: DeviceLimits.openIntentsOfEnrollment)
        ]
    }

    /// Creates any bounds, for tests of stores.
    package init(organisation: OrganisationID, bounds: [(Scope, limit: Int)], turn: Turn?) {
        self.organisation = organisation
        self.bounds = bounds.map { Bound(scope: $0, limit: $1) }
        self.turn = turn
    }
}

/// The limits on open objects, new objects and metadata of devices (docs/decisions/0044); API keys have none of them.
///
/// A device that nobody has vouched for costs nothing to create. Therefore each limit is far below the capacity of the
/// server, and far above the needs of a person with a phone.
public enum DeviceLimits {
    /// PENDING enrollments of one device.
    public static let openEnrollments = 10
    /// PENDING enrollments by the tokens of one family; for bound tokens, by all tokens of one customer.
    public static let openEnrollmentsOfGrant = 20
    /// Enrollments that those tokens make within a day, in any state.
    public static let enrollmentsADayOfGrant = 100
    /// PENDING payment intents that devices made with one enrollment.
    public static let openIntentsOfEnrollment = 20
    /// Bytes of one object's `metadata` as JSON.
    public static let metadataBytes = 2_048

    package static let daySeconds: Int64 = 24 * 60 * 60
}
