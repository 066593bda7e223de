import TokenActivationCore

extension TokenOrder {
    /// What may not be sent is not sent: nothing was done then.
    func requireSendable() throws(TokenServiceFault) {
        let names = [operationID, token.id, deviceID] + (token.requestorID.map { [$0] } ?? [])
        guard names.allSatisfy(NetworkName.isOne) else { throw .refused(code: Self.unsendableCode) }
    }

    /// What is told of an order that cannot be written as a message.
    static let unsendableCode = "invalidReference"
}

extension TokenReference {
    /// A network can know none that cannot be written as a message.
    var isSendable: Bool { NetworkName.isOne(id) && (requestorID.map(NetworkName.isOne) ?? true) }
}

extension NetworkToken {
    /// An answer about another token than the one asked for is none.
    func require(_ reference: TokenReference) throws(TokenServiceFault) {
        guard id.utf8.elementsEqual(reference.id.utf8) else { throw .unreadableAnswer }
    }

    func isOf(_ requestorID: String?) -> Bool {
        requestorID.map { $0.utf8.elementsEqual(self.requestorID.utf8) } ?? true
    }
}
