/// Why the token of a mailed link was not suspended, by the BFF's word for it.
public struct MailedSuspensionRefusal: Error, Hashable, Sendable {
    public var code: String
    /// As the BFF would answer it.
    public var status: Int

    public init(code: String, status: Int) {
        self.code = code
        self.status = status
    }
}
