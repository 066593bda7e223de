import ChaveBase
import ChavePixModel
import ChaveWire
import Logging
import Synchronization
import Testing

@testable import ServerHost

/// One line, one object, whatever comes from outside.
struct JSONLogTests {
    private func logged(_ metadata: Logger.Metadata, _ message: Logger.Message = "request") throws -> (
        String, JSONValue
    ) {
        let lines = Mutex<[String]>([])
        let logger = Logger(label: "test") { _ in
            JSONLogHandler(now: { TestClock.beginning }, write: { line in lines.withLock { $0.append(line) } })
        }
        logger.info(message, metadata: metadata)
        let all = lines.withLock { $0 }
        try #require(all.count == 1)
        return (all[0], try JSONValue(parsing: Array(all[0].utf8)))
    }

    @Test func aLineSaysWhenHowBadAndWhat() throws {
        let (line, json) = try logged(["status": .stringConvertible(201), "dur_ms": .stringConvertible(1.25)])
        #expect(json["ts"]?.string == "2026-03-02T12:00:00.000Z")
        #expect(json["level"]?.string == "info")
        #expect(json["msg"]?.string == "request")
        #expect(line.contains(#""status":201"#))
        #expect(line.contains(#""dur_ms":1.25"#))
    }

    @Test(arguments: [
        "a\nb", "a\r\nb", "\",\"level\":\"debug", "\u{0}\u{1B}[31m", "\u{2028}\u{2029}", "\\", "\"", "}\n{\"ts\":1}",
        "é🦀",
    ])
    func nothingFromOutsideEndsItsLineOrAddsAMember(_ value: String) throws {
        let (line, json) = try logged(["route": .string(value)])
        #expect(json["route"]?.string == value)
        #expect(!line.utf8.contains { $0 < 0x20 })
        guard case .object(let object) = json else { throw TestProblem("no object") }
        #expect(object.names.sorted() == ["level", "msg", "route", "ts"])
    }

    @Test func noMetadataPosesAsOneOfOurMembers() throws {
        let (_, json) = try logged(["level": "none", "ts": "never", "msg": "forged"])
        #expect(json["level"]?.string == "info")
        #expect(json["msg"]?.string == "request")
    }

    @Test func whatIsNoNumberIsText() throws {
        let (_, json) = try logged(["dur_ms": .stringConvertible(Double.nan)])
        #expect(json["dur_ms"]?.string == "nan")
    }
}
