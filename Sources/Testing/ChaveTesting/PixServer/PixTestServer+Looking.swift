import ChaveBase
public import ChavePixModel

extension PixTestServer {
    /// The present state of all enrollments of all devices, the newest first.
    public var enrollments: [EnrollmentResource] {
        current { state in state.enrollments.reversed().map(\.resource) }
    }

    /// The present state of all payment intents of all devices, the newest first.
    public var paymentIntents: [PaymentIntentResource] {
        current { state in state.payments.reversed().map(\.resource) }
    }

    /// All requests, the oldest first, including those that failed by order.
    public var requests: [PixTestRequest] { state.withLock { $0.requests } }

    /// The number of calls of a route.
    public func count(of call: PixTestCall) -> Int { requests.filter { $0.call == call }.count }

    /// Reads the state after applying all changes that are due by time.
    private func current<Value>(_ read: (PixTestState) -> Value) -> Value {
        let moment = PixTestState.Moment(clock)
        return state.withLock { state in
            state.catchUp(moment)
            return read(state)
        }
    }
}
