extension ActivationState {
    /// The stored detail beside the name; `nil` when the name is enough.
    public var detail: String? {
        switch self {
        case .activating(let phase): phase.rawValue
        case .active: nil
        case .declined(let isNetworkTold): isNetworkTold ? "told" : "untold"
        case .refused(let reason), .failed(let reason): reason.rawValue
        }
    }

    /// The state of a name and detail; `nil` when no state is written so.
    public init?(name: Name, detail: String?) {
        switch (name, detail) {
        case (.active, nil): self = .active
        case (.declined, "told"): self = .declined(isNetworkTold: true)
        case (.declined, "untold"): self = .declined(isNetworkTold: false)
        case (.activating, let detail?):
            guard let phase = Phase(rawValue: detail) else { return nil }
            self = .activating(phase)
        case (.refused, let detail?), (.failed, let detail?):
            guard let reason = ActivationRefusal.Code(rawValue: detail) else { return nil }
            self = name == .refused ? .refused(reason) : .failed(reason)
        case (.active, _), (.declined, _), (.activating, nil), (.refused, nil), (.failed, nil): return nil
        }
    }
}
