import PostgresClientLibrary

/// Reads the reason of a failed connection attempt from libpq's message, the only source.
enum ConnectFailure {
    static func error(of handle: OpaquePointer) -> PostgresError {
        error(ofMessage: PQerrorMessage(handle).map { String(cString: $0) } ?? "")
    }

    /// Reads the error from one message.
    ///
    /// A server's message ends with an SQLSTATE, because the connection asks for codes. All other messages concern
    /// network or TLS; this function cuts them to one line.
    static func error(ofMessage message: String) -> PostgresError {
        let line = message.split(whereSeparator: \.isNewline).last.map(String.init) ?? "it was refused"
        if let code = sqlState(in: line) {
            return PostgresError(PostgresError.Kind(sqlState: code), sqlState: code, explanation: "at connecting")
        }
        if line.hasSuffix("session is read-only") || line.hasSuffix("server is in hot standby mode") {
            return PostgresError(.readOnly, explanation: "at connecting: the server takes no writes")
        }
        return PostgresError(.connectionLost, explanation: String(line.prefix(300)))
    }

    /// The code at the end of `… FATAL:  53300`.
    private static func sqlState(in line: String) -> String? {
        guard line.contains(":  "), let last = line.split(separator: " ").last, last.utf8.count == 5 else {
            return nil
        }
        let isCode = last.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
        return isCode ? String(last) : nil
    }
}
