/// Why a page cannot do what its person asked; they are told what to do instead.
public enum BrowserRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The page was sent too late, twice, or by another browser.
    case over
    case notSignedIn = "not_signed_in"
    /// They proved to be there too long ago for this.
    case notRecent = "not_recent"
    /// The browser's message cannot be read.
    case malformed
    /// Nobody here has this passkey, it counts no more, or the procedure of WebAuthn refused it: which of them is not told.
    case passkeyRefused = "passkey_refused"
    /// The app asks for somebody else, whom its hint names.
    case anotherPerson = "another_person"
    /// Another credential with this id is there already.
    case knownPasskey = "known_passkey"
    case tooManyPasskeys = "too_many_passkeys"
    /// Suspended, deleted, or their device was revoked.
    case personEnded = "person_ended"
}
