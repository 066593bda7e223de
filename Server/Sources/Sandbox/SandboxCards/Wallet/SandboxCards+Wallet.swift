import ChaveBase

/// What a wallet does.
///
/// A wallet account sees and touches its own tokens only. What is refused is thrown as ``WalletRefusal``.
extension SandboxCards {
    /// An id for a wallet's account: 24 characters that nobody guesses.
    public func newWalletAccountID() -> String {
        world.randomBytes(12).map { String($0 >> 4, radix: 16) + String($0 & 0x0F, radix: 16) }.joined()
    }

    /// The cards that may be added, the last issued first, at most 200.
    public func offers() async throws -> [CardOffer] { try await atWindow { try $0.offers() } }

    /// Adds a card to a wallet: its network makes a token that waits for the holder's word.
    public func add(
        card panReferenceID: String,
        deviceName: String,
        temper: NetworkTemper,
        walletAccountID: String
    ) async throws -> WalletToken {
        guard WalletAccountID.isOne(walletAccountID) else { throw WalletRefusal.walletAccountInvalid }
        let device: String
        do throws(FormText.Refusal) {
            device = try FormText(deviceName).text
        } catch {
            throw WalletRefusal(deviceName: error)
        }
        return try await atDesk { desk in
            try desk.add(panReferenceID, device: device, temper: temper, account: walletAccountID)
        }
    }

    /// `nil` when this account has no such token.
    public func token(_ id: String, ofWalletAccount account: String) async throws -> WalletToken? {
        try await atWindow { desk in
            guard let token = try desk.token(id, ofWalletAccount: account) else { return nil }
            return try desk.walletToken(token)
        }
    }

    /// The newest first, those that were taken out too.
    public func tokens(ofWalletAccount account: String) async throws -> [WalletToken] {
        try await atWindow { desk in
            try desk.tokens(ofWalletAccount: account).map { try desk.walletToken($0) }
        }
    }

    /// Takes a card out of the wallet: its token is DEACTIVATED for good.
    @discardableResult
    public func remove(_ id: String, ofWalletAccount account: String) async throws -> WalletToken {
        try await change(id, ofWalletAccount: account, .removal)
    }

    /// Asks the holder anew, after a no or when their time is over.
    @discardableResult
    public func resumeStepUp(_ id: String, ofWalletAccount account: String) async throws -> WalletToken {
        try await change(id, ofWalletAccount: account, .stepUp)
    }

    /// The network's staff takes a suspension back.
    @discardableResult
    public func unsuspend(_ id: String, ofWalletAccount account: String) async throws -> WalletToken {
        try await change(id, ofWalletAccount: account, .unsuspension)
    }

    private func change(_ id: String, ofWalletAccount account: String, _ event: TokenEvent) async throws -> WalletToken
    {
        try await atDesk { desk in
            guard var token = try desk.token(id, ofWalletAccount: account) else { throw WalletRefusal.tokenNotFound }
            do {
                try desk.change(&token, event)
            } catch is TokenRefusal {
                throw WalletRefusal.tokenInOtherState
            }
            return try desk.walletToken(token)
        }
    }
}

extension WalletRefusal {
    fileprivate init(deviceName refusal: FormText.Refusal) {
        self =
            switch refusal {
            case .empty: .deviceNameMissing
            case .tooLong: .deviceNameTooLong
            case .holdsCardNumber: .deviceNameHoldsCardNumber
            }
    }
}
