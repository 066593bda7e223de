extension Payments {
    /// Something that is worth counting and that no stored row tells: values only, nothing of anybody's.
    public enum Observation: Hashable, Sendable {
        /// The platform's own look at a ceremony; `refusal` is the raw value of the step that refused, `nil` when it held.
        case verified(Ceremony, refusal: String?)

        public enum Ceremony: String, Hashable, Sendable, CaseIterable {
            case registration, authentication
        }
    }
}
