import ChavePixModel

extension SignInWorld {
    /// A new UUID in lower case, in time order (RFC 9562, section 5.7), so that lists by id are lists by age.
    public func newID() -> String { ResourceID<SignInWorld>.version7(at: now(), random: randomBytes(8)).text }
}
