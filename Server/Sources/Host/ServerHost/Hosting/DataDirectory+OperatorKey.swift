import ChaveBase
import PaymentsCore

extension DataDirectory {
    /// The operator's key of a directory; makes one when there is none or when `isNew` is set.
    ///
    /// A new key is valid after the server has started again; nodes over a database each need the file.
    public static func operatorKey(_ place: DataPlace, isNew: Bool) async throws -> String {
        try await ServerStorage.with(place) { storage in
            try await storage.requireData()
            let keys = try await storage.openKeys(.beside)
            let randomBytes = World.live.randomBytes
            if isNew { return try await keys.replacing { try $0.newOperatorKey(randomBytes) } }
            try await keys.require(.operatorKey)
            let key = try keys.secrets.operatorKey(orMakeFrom: randomBytes)
            try await keys.tell(.operatorKey)
            return key
        }
    }
}
