/// A request whose payload is in order by itself; only ``RequestCheck`` makes one.
struct CheckedRequest: Hashable, Sendable {
    let panReferenceID: String?
    let tokenReferenceID: String
    /// The wallet that the payload names, which is one of the issuer's.
    let wallet: WalletRequestor?
    let deviceID: String?
    let deviceIndex: Int64?
}
