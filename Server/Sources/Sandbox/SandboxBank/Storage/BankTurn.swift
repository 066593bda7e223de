/// What no two transactions of a bank do at once.
enum BankTurn: Hashable, Sendable {
    /// One institution's business, by its ISPB.
    case institution(String)
    /// A new bank's keys and accounts.
    case opening
    /// What needs no turn: each of its statements stands by itself.
    case upkeep
}
