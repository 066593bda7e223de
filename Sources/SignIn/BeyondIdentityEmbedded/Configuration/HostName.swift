/// A machine's name as a person knows it.
enum HostName {
    /// The name without the local network's ending.
    static func shown(_ name: String) -> String {
        name.hasSuffix(".local") ? String(name.dropLast(".local".count)) : name
    }
}
