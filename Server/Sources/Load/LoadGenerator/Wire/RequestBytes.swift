import ChaveTransport
import NIOCore

/// A request as it goes over the wire, HTTP/1.1, in one buffer.
enum RequestBytes {
    /// Writes line, fields and body.
    ///
    /// - Returns: false when a field could run into the next one; nothing may be sent then.
    static func write(
        _ request: HTTPRequest,
        _ target: Substring,
        to origin: Origin,
        into buffer: inout ByteBuffer
    ) -> Bool {
        buffer.writeString(request.method.rawValue)
        buffer.writeStaticString(" ")
        buffer.writeSubstring(target)
        buffer.writeStaticString(" HTTP/1.1\r\nHost: ")
        buffer.writeString(origin.authority)
        for (name, value) in request.headers.all {
            guard isName(name), isValue(value) else { return false }
            buffer.writeStaticString("\r\n")
            buffer.writeString(name)
            buffer.writeStaticString(": ")
            buffer.writeString(value)
        }
        if let body = request.body {
            buffer.writeStaticString("\r\nContent-Length: ")
            buffer.writeString(String(body.count))
        } else if request.method != .get {
            buffer.writeStaticString("\r\nContent-Length: 0")
        }
        buffer.writeStaticString("\r\n\r\n")
        if let body = request.body { buffer.writeBytes(body) }
        return true
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
    }

    private static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
