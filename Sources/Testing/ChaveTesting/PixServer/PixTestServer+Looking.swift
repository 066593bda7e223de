import ChaveBase
public import ChavePixModel

extension PixTestServer {
    /// All enrollments as they stand now, the newest first, whichever device made them.
    public var enrollments: [EnrollmentResource] {
        current { state in state.enrollments.reversed().map(\.resource) }
    }

    /// All payment intents as they stand now, the newest first, whichever device made them.
    public var paymentIntents: [PaymentIntentResource] {
        current { state in state.payments.reversed().map(\.resource) }
    }

    /// Every request, the oldest first, those included that were ordered to fail.
    public var requests: [PixTestRequest] { state.withLock { $0.requests } }

    /// How often a route was called.
    public func count(of call: PixTestCall) -> Int { requests.filter { $0.call == call }.count }

    /// What is there once everything has happened that time has brought.
    private func current<Value>(_ read: (PixTestState) -> Value) -> Value {
        let moment = PixTestState.Moment(clock)
        return state.withLock { state in
            state.catchUp(moment)
            return read(state)
        }
    }
}
