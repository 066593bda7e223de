/// How long to wait between two reads that the server may hold.
struct ReadingPace: Hashable, Sendable {
    static let pauseMilliseconds: Int64 = 2_000
    /// An answer that took so long was held.
    static let heldMilliseconds: Int64 = 1_000

    /// What the read before named as known.
    let knownTag: String?
    /// What the one to come will name.
    let nextTag: String?
    let tookMilliseconds: Int64

    /// None where the next read will be held.
    ///
    /// A read that names nothing is answered at once: with the tag that it brought, the next one waits at the server. A server
    /// that holds nothing, or sends no tag, is asked every other second.
    var pause: Int64 {
        let isFirstTag = knownTag == nil && nextTag != nil
        return isFirstTag || tookMilliseconds >= ReadingPace.heldMilliseconds ? 0 : ReadingPace.pauseMilliseconds
    }
}
