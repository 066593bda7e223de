/// A machine's name as a person knows it.
enum HostName {
    /// Without the ending that the local network gives it.
    static func shown(_ name: String) -> String {
        name.hasSuffix(".local") ? String(name.dropLast(".local".count)) : name
    }
}
