import ChavePix
import ChaveTransport

extension BiometricPixSDK {
    /// A call that needs the network, waited for.
    ///
    /// The first one goes on with what an earlier run of the app has left without a final answer: the guides' programs know
    /// of no pending requests. Calls about enrollments and payments, which must not find them as they were before, wait for
    /// that a short while, unless they are made on its way, by the app's observer.
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

    /// The same for calls that tell a failure by their value.
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
