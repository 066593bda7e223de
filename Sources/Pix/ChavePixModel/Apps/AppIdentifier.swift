import ChaveBase

/// The two forms of app identifiers, one for each platform.
public enum AppIdentifier {
    /// Apple's form: the ten characters of the team, a point, the bundle id.
    public static func isTeamAndBundle(_ text: String) -> Bool {
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 10, parts[0].allSatisfy({ isDigit($0) || isUppercase($0) }) else {
            return false
        }
        return !parts[1].isEmpty
            && parts[1].allSatisfy {
                isDigit($0) || isUppercase($0) || isLowercase($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
    }

    /// Android's form: at least two parts of ASCII letters, digits and underscores, each beginning with a letter.
    public static func isPackageName(_ text: String) -> Bool {
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count >= 2 && parts.allSatisfy(isPackagePart)
    }

    private static func isPackagePart(_ part: ArraySlice<UInt8>) -> Bool {
        guard let first = part.first, isLowercase(first) || isUppercase(first) else { return false }
        return part.allSatisfy { isDigit($0) || isUppercase($0) || isLowercase($0) || $0 == UInt8(ascii: "_") }
    }
}
