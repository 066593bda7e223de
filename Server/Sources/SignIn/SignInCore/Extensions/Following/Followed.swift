/// Something that an answer shows, with all that may change what it shows: for whoever holds the answer until then.
package struct Followed<View: Sendable>: Sendable {
    package var view: View
    /// Records of which a change may change it.
    package var hangsOn: [RecordKey]
    /// After how much time it may be another without any change; `nil` where time does nothing.
    package var changesInMilliseconds: Int64?
}
