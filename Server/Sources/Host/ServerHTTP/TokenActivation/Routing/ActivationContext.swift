import TokenActivationCore

/// A request on its way through one of the holders' routes.
struct ActivationContext: Sendable {
    let request: ServerRequest
    let parameters: [Substring]
    let session: HolderSession

    /// A path parameter, as it was sent.
    func parameter(_ index: Int = 0) -> String { parameters.indices.contains(index) ? String(parameters[index]) : "" }
}
