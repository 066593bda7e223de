import TokenActivationCore

extension TokenOrder {
    /// Refuses an order that a message cannot carry: it is not sent, so nothing is done.
    func requireSendable() throws(TokenServiceFault) {
        let names = [operationID, token.id, deviceID] + (token.requestorID.map { [$0] } ?? [])
        guard names.allSatisfy(NetworkName.isOne) else { throw .refused(code: Self.unsendableCode) }
    }

    /// The refusal code of an order that a message cannot carry.
    static let unsendableCode = "invalidReference"
}

extension TokenReference {
    /// Whether a message can carry the reference; a network cannot know any other.
    var isSendable: Bool { NetworkName.isOne(id) && (requestorID.map(NetworkName.isOne) ?? true) }
}

extension NetworkToken {
    /// Requires that the answer is about the requested token.
    func require(_ reference: TokenReference) throws(TokenServiceFault) {
        guard id.utf8.elementsEqual(reference.id.utf8) else { throw .unreadableAnswer }
    }

    func isOf(_ requestorID: String?) -> Bool {
        requestorID.map { $0.utf8.elementsEqual(self.requestorID.utf8) } ?? true
    }
}

/// A name that may stand in a network's message: 1 to 128 ASCII letters, digits, hyphens and underscores.
///
/// A name comes from a wallet's payload: no other characters may enter an address or a header.
enum NetworkName {
    static func isOne(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
