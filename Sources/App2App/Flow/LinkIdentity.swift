/// What makes two links the same request: payload and callback.
///
/// It is made of what they say and not of how they are written: other spaces or another alphabet make no other link.
struct LinkIdentity: Hashable, Sendable {
    private let texts: [String?]
    private let otherFields: [String: String]
    private let callback: String

    init(_ link: TokenActivationLink) {
        texts = link.payload.texts.map(\.text)
        otherFields = link.payload.otherFields
        callback = link.callback.text
    }
}
