/// The system's location, as thin as it can be.
@MainActor protocol LocationSystem: Sendable {
    var permission: LocationPermission { get }
    /// Whether the app says what it wants the place for; without that the system asks nobody and answers nothing.
    var hasPurpose: Bool { get }
    /// Asks the person; `LocationFinder.permissionChanged` hears of the answer.
    func ask()
    /// Looks for the place once; `LocationFinder.located` or `failed` hears of it.
    func locate()
}

/// What the person has said about their place.
enum LocationPermission: Hashable, Sendable {
    case undecided, allowed, refused
}
