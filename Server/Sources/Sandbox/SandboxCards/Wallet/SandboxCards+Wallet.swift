import ChaveBase

/// The operations of a wallet.
///
/// A wallet account sees and changes only its own tokens. A refusal is thrown as ``WalletRefusal``.
extension SandboxCards {
    /// Makes an id for a wallet's account: 24 characters that nobody can guess.
    public func newWalletAccountID() -> String {
        world.randomBytes(12).map { String($0 >> 4, radix: 16) + String($0 & 0x0F, radix: 16) }.joined()
    }

    /// The cards that a wallet may add, the last issued first, at most 200.
    public func offers() async throws -> [CardOffer] { try await atWindow { try $0.offers() } }

    /// Adds a card to a wallet: its network makes a token that waits for the holder's decision.
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

    /// The account's token; `nil` when this account has no such token.
    public func token(_ id: String, ofWalletAccount account: String) async throws -> WalletToken? {
        try await atWindow { desk in
            guard let token = try desk.token(id, ofWalletAccount: account) else { return nil }
            return try desk.walletToken(token)
        }
    }

    /// The account's tokens, newest first, including removed ones.
    public func tokens(ofWalletAccount account: String) async throws -> [WalletToken] {
        try await atWindow { desk in
            try desk.tokens(ofWalletAccount: account).map { try desk.walletToken($0) }
        }
    }

    /// Removes a card from the wallet: its token is DEACTIVATED for good.
    @discardableResult
    public func remove(_ id: String, ofWalletAccount account: String) async throws -> WalletToken {
        try await change(id, ofWalletAccount: account, .removal)
    }

    /// Asks the holder again, after a refusal or after their time is over.
    @discardableResult
    public func resumeStepUp(_ id: String, ofWalletAccount account: String) async throws -> WalletToken {
        try await change(id, ofWalletAccount: account, .stepUp)
    }

    /// Ends a suspension, as the network's staff does.
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

/// The form of a wallet account's id.
enum WalletAccountID {
    static func isOne(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// The reason why the sandbox's networks refuse a wallet's request, in the order of the checks.
public enum WalletRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The wallet account's id does not have 1 to 64 letters, digits, hyphens and underscores.
    case walletAccountInvalid = "wallet_account_invalid"
    case deviceNameMissing = "device_name_missing"
    /// The device's name has more than 64 characters.
    case deviceNameTooLong = "device_name_too_long"
    /// The device's name holds digits that may be a card's number.
    case deviceNameHoldsCardNumber = "device_name_holds_card_number"
    /// There is no such card.
    case cardNotFound = "card_not_found"
    /// The card is already five times in this wallet account, or 50 times in all accounts; the user must remove one
    /// first.
    case tooManyTokens = "too_many_tokens"
    /// There is no such token in this wallet account.
    case tokenNotFound = "token_not_found"
    /// The token's state does not allow the operation: the token is active, suspended or removed already.
    case tokenInOtherState = "token_in_other_state"
}
