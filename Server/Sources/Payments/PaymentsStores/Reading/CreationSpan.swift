package import ChaveBase
package import PaymentsCore

/// The ids of what was created in a span of time.
///
/// The span of ids is an hour wider on each side, because a clock may be set between the id and the rest of its row.
package enum CreationSpan {
    private static let slackSeconds: Int64 = 60 * 60

    /// No older id than this belongs to what was created at `time` or after it.
    package static func oldestID(_ time: Timestamp) -> AnyID {
        .version7(at: time.adding(seconds: -slackSeconds), random: random(0))
    }

    /// No newer id than this belongs to what was created at `time` or before it.
    package static func newestID(_ time: Timestamp) -> AnyID {
        .version7(at: time.adding(seconds: slackSeconds), random: random(0xFF))
    }

    /// No newer id than this was made with that time in it.
    static func lastID(of time: Timestamp) -> AnyID { .version7(at: time, random: random(0xFF)) }

    /// The random part of an id at one end of those of its time.
    private static func random(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 8) }
}
