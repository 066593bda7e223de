/// A file of a key store that does not open; the others are usable all the same.
public struct DamagedFile: Hashable, Sendable {
    /// What is wrong with it.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// It could not be read at all.
        case unreadable
        /// It is not a file of a key store, or of a version that this program does not know.
        case notAKeyFile = "not_a_key_file"
        /// It was locked with another passphrase or key file.
        case otherKey = "other_key"
        /// Its content, its name or its place was changed.
        case changed
    }

    /// The file's name, without its folder.
    public let name: String
    /// What is wrong with it.
    public let problem: Problem
}
