/// The id of a request in its answer, its errors and its log line: 32 hex characters.
enum RequestID {
    /// The caller's own id, unchanged, when it is well formed; otherwise a new one.
    static func of(_ request: ServerRequest, randomBytes: (Int) -> [UInt8]) -> String {
        if let given = request.header("x-request-id"), isWellFormed(given) { return given }
        let digits = Array("0123456789abcdef".utf8)
        let characters = randomBytes(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }
        return String(decoding: characters, as: UTF8.self)
    }

    private static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == 32
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                    UInt8(ascii: "A")...UInt8(ascii: "F"):
                    true
                default: false
                }
            }
    }
}
