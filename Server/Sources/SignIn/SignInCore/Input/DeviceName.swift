/// What a device is called where a person decides: one short line, whichever way the device came in.
enum DeviceName {
    private static let longest = 64

    /// The name without spaces round it.
    ///
    /// - Throws: `invalid_request` where it could deceive whoever reads it, or is too long or empty.
    static func checked(_ text: String) throws(OAuthError) -> String {
        let scalars = Array(text.unicodeScalars)
        let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " }
        let front = scalars.drop(while: isSpace)
        let length = front.lastIndex { !isSpace($0) }.map { front.distance(from: front.startIndex, to: $0) + 1 } ?? 0
        var name = String.UnicodeScalarView()
        name.append(contentsOf: front.prefix(length))
        try TextRule.line(String(name), "device_name", longest: longest)
        return String(name)
    }
}
