// The use cases' signatures alone, for those who build on them; their files take their place.
private struct Unwritten: Error {}

extension TokenActivations {
    public func preview(
        _ payload: ActivationPayload,
        by session: HolderSession
    ) async throws -> ActivationPreview { throw ActivationFault(underlying: Unwritten()) }

    public func activate(
        _ payload: ActivationPayload,
        key: IdempotencyKey,
        by session: HolderSession
    ) async throws -> ActivationView { throw ActivationFault(underlying: Unwritten()) }

    public func decline(
        _ payload: ActivationPayload,
        key: IdempotencyKey,
        by session: HolderSession
    ) async throws -> ActivationView { throw ActivationFault(underlying: Unwritten()) }

    public func activation(_ id: String, by session: HolderSession) async throws -> ActivationView {
        throw ActivationFault(underlying: Unwritten())
    }

    public func suspend(_ id: String, by session: HolderSession) async throws -> ActivationView {
        throw ActivationFault(underlying: Unwritten())
    }

    public func suspension(_ secret: String) async throws -> SuspensionView {
        throw ActivationFault(underlying: Unwritten())
    }

    public func suspend(_ secret: String) async throws -> SuspensionView {
        throw ActivationFault(underlying: Unwritten())
    }

    public func cards(of session: HolderSession) async throws -> [CardView] {
        throw ActivationFault(underlying: Unwritten())
    }

    public func finishWhatWasLeft() async throws -> Int { throw ActivationFault(underlying: Unwritten()) }
}
