public import ChavePixModel

extension Payments {
    /// Who an audit entry names where the operator acted.
    static let operatorActor = "operator"

    /// Ends an enrollment of any organisation, as its merchant's own call would; for the operator alone.
    ///
    /// It counts here at once and the bank hears of it as often as it takes. What has ended already stays as it is.
    public func revokeAsOperator(_ id: EnrollmentID) async throws(APIFailure) {
        for _ in 0..<Payments.looks {
            let found = try await read { () async throws(StorageFault) in try await self.store.enrollment(id) }
            guard let enrollment = found else { throw .notFound }
            guard enrollment.end == nil else { return }
            if try await cancel(enrollment, actor: Payments.operatorActor) != nil { return }
        }
        throw .enrollmentKeepsChanging
    }
}
