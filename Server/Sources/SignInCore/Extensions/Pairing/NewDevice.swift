/// A second device as it describes itself, with a key that it has proved to hold.
struct NewDevice: Hashable, Sendable {
    var name: String
    /// As the certificate request gives it: SubjectPublicKeyInfo, DER.
    var publicKey: [UInt8]
    var keyDigest: SignInDigest
}

/// What a device is called where a person decides: short, visible, and in one reading direction.
enum DeviceName {
    static let longest = 64

    /// The name without spaces round it; `nil` where it could deceive the one who reads it, or is too long or empty.
    static func checked(_ text: String) -> String? {
        let scalars = Array(text.unicodeScalars).trimmed { $0 == " " }
        guard (1...longest).contains(scalars.count), scalars.allSatisfy(isVisible) else { return nil }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: scalars)
        return String(name)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Direction marks, zero-width joiners, line ends, and what has no agreed look.
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

extension [Unicode.Scalar] {
    fileprivate func trimmed(_ isSpace: (Unicode.Scalar) -> Bool) -> ArraySlice<Unicode.Scalar> {
        let front = drop(while: isSpace)
        guard let last = front.lastIndex(where: { !isSpace($0) }) else { return [] }
        return front[front.startIndex...last]
    }
}
