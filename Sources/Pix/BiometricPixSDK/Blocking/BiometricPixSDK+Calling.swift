import ChavePix
import ChaveTransport

extension BiometricPixSDK {
    /// Runs a call that needs the network, and waits for it.
    ///
    /// The first call also resumes requests of an earlier run that have no final response: the guides' programs know
    /// nothing of pending requests. Calls about enrollments and payments must not see the state before that, so they
    /// wait a short while. A call that the app's observer makes from inside that work does not wait.
    func call<Value: Sendable>(
        _ call: StaticString = #function,
        afterLeftovers isWaitedFor: Bool = true,
        _ work: @escaping @Sendable (PixClient) async throws(PixError) -> Value
    ) throws(BiometricPixSDKError) -> Value {
        let isWaitedFor = isWaitedFor && !PixClient.isGoingOnWithLeftovers
        return try Blocking.run(call) { [client] () async throws(PixError) in
            await client.goOnWithLeftovers(isWaitedFor: isWaitedFor)
            return try await work(client)
        }
    }

    /// The same for calls that report a failure by their value.
    func answer<Value: Sendable>(
        _ call: StaticString = #function,
        afterLeftovers isWaitedFor: Bool = true,
        _ work: @escaping @Sendable (PixClient) async -> Value
    ) -> Value {
        let isWaitedFor = isWaitedFor && !PixClient.isGoingOnWithLeftovers
        return Blocking.wait(call) { [client] in
            await client.goOnWithLeftovers(isWaitedFor: isWaitedFor)
            return await work(client)
        }
    }
}
