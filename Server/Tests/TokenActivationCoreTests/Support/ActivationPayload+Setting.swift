import TokenActivationCore

extension ActivationPayload {
    static let fieldNames = members.map { $0.name }

    /// The same with another value in the field of that name.
    func setting(_ name: String, to value: String?) -> ActivationPayload {
        var payload = self
        for member in ActivationPayload.members where member.name == name { payload[keyPath: member.place] = value }
        return payload
    }
}
