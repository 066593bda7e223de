package import ChaveBase
package import PaymentsModel

/// The ids of objects that were created in a span of time.
///
/// The span of ids is an hour wider on each side: a clock may be set between the id and the rest of its row.
package enum CreationSpan {
    private static let slackSeconds: Int64 = 60 * 60

    /// The oldest possible id of an object created at `time` or later.
    package static func oldestID(_ time: Timestamp) -> AnyID {
        .version7(at: time.adding(seconds: -slackSeconds), random: random(0))
    }

    /// The newest possible id of an object created at `time` or earlier.
    package static func newestID(_ time: Timestamp) -> AnyID {
        .version7(at: time.adding(seconds: slackSeconds), random: random(0xFF))
    }

    /// The largest id that contains that time.
    static func lastID(of time: Timestamp) -> AnyID { .version7(at: time, random: random(0xFF)) }

    /// The smallest or largest random part of an id.
    private static func random(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 8) }
}
