/// By what a link is known again: a digest of its payload and its callback.
///
/// It is made of what they say and not of how it is written, so that other spaces or another alphabet make no other link.
struct LinkDigest: Hashable, Sendable {
    private let digest: SHA256Digest

    init(_ link: TokenActivationLink) {
        var message: [UInt8] = []
        func add(_ text: String?) {
            message += withUnsafeBytes(of: Int64(text?.utf8.count ?? -1).bigEndian, Array.init)
            message += (text ?? "").utf8
        }
        for (_, text) in link.payload.texts { add(text) }
        for (name, value) in link.payload.otherFields.sorted(by: { $0.key < $1.key }) {
            add(name)
            add(value)
        }
        add(link.callback.text)
        digest = SHA256Digest(of: message)
    }
}
