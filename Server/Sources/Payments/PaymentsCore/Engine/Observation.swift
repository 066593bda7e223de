public import ChavePixModel

extension Payments {
    /// Something that is worth counting or telling and that no list shows: values and ids only, nothing of anybody's.
    public enum Observation: Hashable, Sendable {
        /// The platform's own look at a ceremony; `refusal` is the raw value of the step that refused, `nil` when it held.
        case verified(Ceremony, refusal: String?)
        /// A callback was taken that named no enrollment of the person's own session.
        case unboundCallback(EnrollmentID)

        public enum Ceremony: String, Hashable, Sendable, CaseIterable {
            case registration, authentication
        }
    }
}
