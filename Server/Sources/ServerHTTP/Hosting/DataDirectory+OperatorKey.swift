import PaymentsCore

extension DataDirectory {
    /// The operator's key of a directory, made where there is none, or anew.
    ///
    /// A new one counts once the server has started again.
    public static func operatorKey(_ directory: String, isNew: Bool) throws -> String {
        try requireData(in: directory)
        let secrets = SecretFiles(dataDirectory: directory)
        let randomBytes = World.live.randomBytes
        return isNew ? try secrets.newOperatorKey(randomBytes) : try secrets.operatorKey(orMakeFrom: randomBytes)
    }
}
