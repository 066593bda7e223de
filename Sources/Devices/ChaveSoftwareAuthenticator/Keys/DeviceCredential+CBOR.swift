import ChaveDeviceKeys
import ChaveWire

/// The stored form of a credential before it is sealed.
///
///     { 1: id, 2: relying party's id, 3: user handle, 4: user name, 5: display name, 6: COSE algorithm,
///       7: secret, 8: discoverable, 9: seconds since 1970, 10: signature counter }
extension DeviceCredential {
    private enum Label {
        static let id: Int64 = 1
        static let relyingPartyID: Int64 = 2
        static let userHandle: Int64 = 3
        static let userName: Int64 = 4
        static let userDisplayName: Int64 = 5
        static let algorithm: Int64 = 6
        static let secret: Int64 = 7
        static let isDiscoverable: Int64 = 8
        static let createdAt: Int64 = 9
        static let signCount: Int64 = 10
    }

    private static let idSizes = 1...1_023
    /// The maximum size of the stored form in bytes.
    static let maximumSize = 64 * 1024

    /// The bytes for a store; throws when the store could not read them again.
    func storable() throws(DeviceKeyError) -> [UInt8] {
        guard DeviceCredential.idSizes.contains(id.count) else {
            throw DeviceKeyError(.store, "a credential's id has 1 to 1,023 bytes")
        }
        let bytes = encoded()
        guard bytes.count <= DeviceCredential.maximumSize else {
            throw DeviceKeyError(.store, "a credential has at most 64 KiB with its names")
        }
        return bytes
    }

    /// Decodes a credential; `nil` unless the bytes are one credential and nothing else.
    init?(decoding bytes: [UInt8]) {
        guard let item = try? CBORValue(decoding: bytes), item.map?.count == 10,
            let id = item[Label.id]?.bytes, DeviceCredential.idSizes.contains(id.count),
            let relyingPartyID = item[Label.relyingPartyID]?.text,
            let userHandle = item[Label.userHandle]?.bytes,
            let userName = item[Label.userName]?.text,
            let userDisplayName = item[Label.userDisplayName]?.text,
            let algorithm = item[Label.algorithm]?.int64.map(COSEAlgorithm.init(rawValue:)),
            let secret = item[Label.secret]?.bytes,
            let privateKey = try? CredentialPrivateKey(algorithm: algorithm, secretBytes: secret),
            let isDiscoverable = item[Label.isDiscoverable]?.bool,
            let createdAt = item[Label.createdAt]?.int64,
            let signCount = item[Label.signCount]?.int64.flatMap(UInt32.init(exactly:))
        else { return nil }
        self.init(
            id: id,
            relyingPartyID: relyingPartyID,
            userHandle: userHandle,
            userName: userName,
            userDisplayName: userDisplayName,
            privateKey: privateKey,
            isDiscoverable: isDiscoverable,
            createdAt: createdAt,
            signCount: signCount
        )
    }

    func encoded() -> [UInt8] {
        let members: [(Int64, CBORValue)] = [
            (Label.id, .bytes(id)),
            (Label.relyingPartyID, .text(relyingPartyID)),
            (Label.userHandle, .bytes(userHandle)),
            (Label.userName, .text(userName)),
            (Label.userDisplayName, .text(userDisplayName)),
            (Label.algorithm, CBORValue(privateKey.algorithm.rawValue)),
            (Label.secret, .bytes(privateKey.secretBytes)),
            (Label.isDiscoverable, .bool(isDiscoverable)),
            (Label.createdAt, CBORValue(createdAt)),
            (Label.signCount, .unsigned(UInt64(signCount))),
        ]
        return CBORValue.map(members.map { CBORMember(key: CBORValue($0.0), value: $0.1) }).encoded()
    }
}
