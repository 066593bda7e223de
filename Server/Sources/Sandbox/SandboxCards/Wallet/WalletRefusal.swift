/// Why the sandbox's networks do not do what a wallet wishes, in the order in which it is looked at.
public enum WalletRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The wallet account's id is none: 1 to 64 letters, digits, hyphens and underscores.
    case walletAccountInvalid = "wallet_account_invalid"
    case deviceNameMissing = "device_name_missing"
    /// More than 64 characters.
    case deviceNameTooLong = "device_name_too_long"
    /// It holds digits that may be a card's number.
    case deviceNameHoldsCardNumber = "device_name_holds_card_number"
    /// There is no such card.
    case cardNotFound = "card_not_found"
    /// The card is five times in this wallet account already, or 50 times in all; one must be taken out first.
    case tooManyTokens = "too_many_tokens"
    /// There is no such token in this wallet account.
    case tokenNotFound = "token_not_found"
    /// The state of the token has no place for it: it is active, suspended or taken out already.
    case tokenInOtherState = "token_in_other_state"
}
