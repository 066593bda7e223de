public import ChavePixModel
public import PaymentsCore

extension HeldRead {
    /// What there is to answer in the end, for a test that has the stack to wait on.
    public func answer() async throws(APIFailure) -> Versioned<Resource> {
        while true {
            if let found = try await next() { return found }
            await wait()
        }
    }
}
