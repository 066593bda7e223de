/// What no two transactions do at once: whatever happens at a desk happens in one order, over all nodes.
///
/// A sandbox needs no more.
enum CardsTurn: Hashable, Sendable {
    case desk
}
