import ChaveBase
import ChaveWire

/// JSON text that grows from its start to its end.
///
/// The next write closes the containers before it, so nothing is held back or copied. The output of a record's own
/// `encode(to:)` goes straight into the text. A closed container accepts no more, and a place accepts one value;
/// ``finish()`` reports a type that breaks one of these rules.
final class JSONTextBuffer {
    /// The position of a container among the open ones, and its number.
    struct Place {
        fileprivate let depth: Int
        fileprivate let number: Int
    }

    private struct Container {
        let number: Int
        let end: UInt8
        var isEmpty = true
    }

    private var bytes: [UInt8] = []
    private var open: [Container] = []
    private var made = 0
    /// Whether the last opened place has no value yet.
    private var lacksValue = true
    private var fault: RecordWritingFault?

    init() { bytes.reserveCapacity(2_048) }

    /// The text, with every container closed.
    func finish() throws -> String {
        if lacksValue { note(.valueMissing) }
        close(to: 0)
        if let fault { throw fault }
        return String(decoding: bytes, as: UTF8.self)
    }

    func note(_ fault: RecordWritingFault) { self.fault = self.fault ?? fault }

    // MARK: Places

    func openObject() -> Place { open(UInt8(ascii: "{"), end: UInt8(ascii: "}")) }

    func openArray() -> Place { open(UInt8(ascii: "["), end: UInt8(ascii: "]")) }

    /// Opens the place of a member's value.
    func member(_ name: String, in place: Place) {
        next(in: place)
        append(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Opens the place of an element.
    func element(in place: Place) { next(in: place) }

    private func open(_ start: UInt8, end: UInt8) -> Place {
        take()
        made += 1
        bytes.append(start)
        open.append(Container(number: made, end: end))
        return Place(depth: open.count, number: made)
    }

    private func next(in place: Place) {
        if lacksValue { note(.valueMissing) }
        close(to: place.depth)
        guard open.count == place.depth, let last = open.indices.last, open[last].number == place.number else {
            return note(.containerClosed)
        }
        if open[last].isEmpty { open[last].isEmpty = false } else { bytes.append(UInt8(ascii: ",")) }
        lacksValue = true
    }

    private func close(to depth: Int) {
        while open.count > depth, let container = open.popLast() { bytes.append(container.end) }
    }

    /// Fills the open place with its value.
    private func take() {
        if !lacksValue { note(.placeTaken) }
        lacksValue = false
    }

    // MARK: Values

    func write(_ text: String) {
        take()
        append(text)
    }

    func write(integer: some FixedWidthInteger) {
        take()
        if integer < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = integer.magnitude
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        } while rest > 0
        bytes[start...].reverse()
    }

    /// Writes the text form of stored ``Octets``; its alphabet needs no escapes.
    func write(base64URL octets: [UInt8]) {
        take()
        bytes.append(UInt8(ascii: "\""))
        Base64URL.append(octets, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes `literal`, which is JSON already: a number, a truth value or null.
    func write(literal: String) {
        take()
        bytes.append(contentsOf: literal.utf8)
    }

    private func append(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { characters in
            var start = 0
            for index in characters.indices where JSONTextBuffer.isEscaped(characters[index]) {
                bytes.append(contentsOf: characters[start..<index])
                appendEscaped(characters[index])
                start = index + 1
            }
            bytes.append(contentsOf: characters[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ character: UInt8) -> Bool {
        character < 0x20 || character == UInt8(ascii: "\"") || character == UInt8(ascii: "\\")
    }

    private func appendEscaped(_ character: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        guard character < 0x20 else { return bytes.append(character) }
        bytes.append(contentsOf: "u00".utf8)
        for half in [character >> 4, character & 0x0F] {
            bytes.append(half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") + half - 10)
        }
    }
}

/// The fault of a type that cannot be written in one pass, or of a value that JSON cannot express.
///
/// Such a fault is a mistake of ours, which the test of every record's form shows.
enum RecordWritingFault: Error, Hashable, Sendable {
    /// A place was opened and left without a value.
    case valueMissing
    /// A second value for one place.
    case placeTaken
    /// A value was written to a container that was already closed.
    case containerClosed
    /// The value is not a JSON number: JSON has no infinity.
    case noNumber
}
