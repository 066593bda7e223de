/// What can be done to a user.
enum UserEvent: String, Hashable, CaseIterable {
    case suspend, activate, delete
}

extension User.Status {
    /// The whole life of a user; hearing the same thing twice does nothing.
    ///
    /// - Throws: ``OAuthError/Code/conflict``: nothing leads back from a deletion.
    func receiving(_ event: UserEvent) throws(OAuthError) -> User.Status {
        switch (self, event) {
        case (.active, .suspend), (.suspended, .suspend): return .suspended
        case (.suspended, .activate), (.active, .activate): return .active
        case (.active, .delete), (.suspended, .delete), (.deleted, .delete): return .deleted
        case (.deleted, .suspend), (.deleted, .activate):
            throw OAuthError(.conflict, "The user is deleted, which is for good: create another.", status: 409)
        }
    }
}
