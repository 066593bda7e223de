extension CoreEmbedded {
    /// Begins an extension and reports each status, the end last and once.
    ///
    /// - Returns: `nil` when no extension could begin.
    @discardableResult
    func begin(
        _ handles: [Credential.Handle],
        _ approval: PairingApproval?,
        tell: @escaping @Sendable (Result<ExtendCredentialsStatus, SignInError>) -> Void
    ) -> Task<Void, Never>? {
        guard let engine = configured else {
            tell(.failure(.notInitialized))
            return nil
        }
        let approval = approval ?? pairingApproval
        let way = PairingWay(
            isSetByApp: approval != nil,
            promptShowsText: engine.surroundings.keys.showsPrompt,
            hasOwnSheet: engine.surroundings.pairingDesk != nil
        )
        guard way != .none else {
            tell(.failure(.unseenPairing))
            return nil
        }
        let desk = way == .ownSheet ? engine.surroundings.pairingDesk : nil
        let pick = approval.map(\.picking) ?? desk?.picking(in: engine.surroundings.language)
        let task = calls.extend { () async -> SignInEngine.ExtensionEnd in
            // The check comes before any prompt or request: without a window, a code would be useless.
            if let desk, await !desk.hasWindow { return .failed(.noPairingWindow) }
            return await engine.extend(handles, pick) { tell(.success($0)) }
        } ended: { end in
            switch end {
            case .done: tell(.success(.done))
            case .aborted: tell(.success(.aborted))
            case .failed(let error): tell(.failure(error))
            }
        }
        if task == nil { tell(.failure(.extensionInProgress)) }
        return task
    }
}
