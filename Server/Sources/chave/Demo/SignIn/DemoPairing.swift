import BeyondIdentityEmbedded

/// Two devices of one person side by side: one shows nine digits, the other types them, and the numbers are compared.
struct DemoPairing {
    let first: CoreEmbedded
    let second: CoreEmbedded
    let report: DemoReport

    /// Pairs the devices.
    ///
    /// - Returns: the second device's credential at the end.
    func run(_ handle: Credential.Handle) async throws -> Credential {
        let (numbers, continuation) = AsyncStream.makeStream(of: String.self)
        second.onMatchNumber { continuation.yield($0.text) }
        let seen = Mutexed<PairingOffer?>(nil)
        let approval = PairingApproval { offer in
            seen.value = offer
            // The user reads the second device's number, and finds it among the three.
            for await number in numbers { return offer.choices.contains(number) ? .number(number) : .refuse }
            return .refuse
        }
        var statuses = first.extendCredentials(handles: [handle], approval: approval).makeAsyncIterator()
        let token = try await report.step("1", "the first device shows nine digits") {
            guard case .started(let token, let code) = try await statuses.next(), code != nil else {
                throw CommandFailure("The extension did not begin with digits and a QR code.")
            }
            return (token, "after its own key proved who asks")
        }
        let importing = Task { [second] in try await second.registerCredentials(token: token) }
        try await report.step("2", "the second types them; the number matches") {
            guard case .done = try await statuses.next(), let offer = seen.value else {
                throw CommandFailure("The first device did not let the second one in.")
            }
            return ((), "“\(offer.deviceName)”, one of \(offer.choices.count) numbers picked by the person")
        }
        return try await report.step("3", "the first device's key signed a certificate") {
            guard let credential = try await importing.value.first else {
                throw CommandFailure("The second device has no credential.")
            }
            return (credential, "a chain of \(credential.chain.count), down from the tenant's root")
        }
    }
}
