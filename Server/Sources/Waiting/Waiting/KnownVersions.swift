/// The versions of the object that the caller has.
public enum KnownVersions: Hashable, Sendable {
    case unsaid
    case any
    case some(Set<Int64>)

    public func includes(_ version: Int64) -> Bool {
        switch self {
        case .unsaid: false
        case .any: true
        case .some(let versions): versions.contains(version)
        }
    }
}
