extension CoreEmbedded {
    /// Begins an extension and tells each status, the end last and once.
    ///
    /// - Returns: `nil` where none could begin.
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
        guard approval != nil || engine.surroundings.keys.showsPrompt else {
            tell(.failure(.unseenPairing))
            return nil
        }
        let task = calls.extend {
            await engine.extend(handles, approval) { tell(.success($0)) }
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
