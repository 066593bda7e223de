import ChavePixModel
import PaymentsModel

extension MemoryTables {
    /// The first count that is at its limit.
    func fullBound(of room: DeviceRoom) -> DeviceRoom.Bound? {
        room.bounds.first { count($0.scope, of: room.organisation) >= $0.limit }
    }

    private func count(_ scope: DeviceRoom.Scope, of organisation: OrganisationID) -> Int {
        let enrollments = enrollments.values.lazy.map(\.object).filter { $0.organisation == organisation }
        return switch scope {
        case .openEnrollmentsOfDevice(let device):
            enrollments.count { $0.createdBy.device == device && $0.status == .pending }
        case .openEnrollmentsOfGrant(let grant, let since):
            enrollments.count {
                $0.createdBy.grant == grant && $0.createdAt >= since && $0.status == .pending
            }
        case .enrollmentsOfGrant(let grant, let since):
            enrollments.count { $0.createdBy.grant == grant && $0.createdAt >= since }
        case .openIntentsOfEnrollment(let id):
            intents.values.count {
                $0.object.organisation == organisation && $0.object.enrollment == id
                    && $0.object.status == .pending && $0.object.createdBy.device != nil
            }
        }
    }
}
