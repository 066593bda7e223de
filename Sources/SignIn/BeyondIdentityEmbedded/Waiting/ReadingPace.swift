/// The pause between two reads that the server may hold.
struct ReadingPace: Hashable, Sendable {
    static let pauseMilliseconds: Int64 = 2_000
    /// An answer that took at least this long was held.
    static let heldMilliseconds: Int64 = 1_000

    /// The tag that the previous read named.
    let knownTag: String?
    /// The tag that the next read will name.
    let nextTag: String?
    let tookMilliseconds: Int64

    /// The pause in milliseconds; zero when the server will hold the next read.
    ///
    /// A read without a tag gets its answer at once. The next read names the tag of that answer, and waits at the
    /// server. A server that holds nothing, or sends no tag, gets a read every other second.
    var pause: Int64 {
        let isFirstTag = knownTag == nil && nextTag != nil
        return isFirstTag || tookMilliseconds >= ReadingPace.heldMilliseconds ? 0 : ReadingPace.pauseMilliseconds
    }
}
