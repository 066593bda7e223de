import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel

extension Payments {
    /// Checks the room before anything is stored.
    ///
    /// The commit counts again, so that only one of two simultaneous requests gets the last place.
    func require(_ room: DeviceRoom?, in change: inout Change) async throws(APIFailure) {
        guard let room else { return }
        let full = try await read { () async throws(StorageFault) in try await self.store.fullBound(of: room) }
        try require(room, full: full, in: &change)
    }

    /// Requires room with the result `full` of an earlier read.
    func require(_ room: DeviceRoom?, full: DeviceRoom.Bound?, in change: inout Change) throws(APIFailure) {
        guard let room else { return }
        if let full { throw .noRoom(full) }
        change.writes.append(.requireRoom(room))
    }

    /// Requires that a device's metadata is shorter than the merchant's may be.
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
