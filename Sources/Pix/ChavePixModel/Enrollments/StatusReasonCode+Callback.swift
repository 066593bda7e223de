import ChaveBase

extension StatusReasonCode {
    /// The reason that a bank's `error` parameter stands for.
    ///
    /// One of our own codes is kept; OAuth's are translated.
    public init(callbackError error: String) {
        if let known = StatusReasonCode.all.first(where: { $0.rawValue.hasSameBytes(as: error) }) {
            self = known
        } else if error.hasSameBytes(as: "access_denied") {
            self = .rejectedByUser
        } else if error.hasSameBytes(as: "server_error") || error.hasSameBytes(as: "temporarily_unavailable") {
            self = .institutionUnavailable
        } else {
            self = .redirectionFailed
        }
    }

    /// A bank's `error_description` as it may be shown and kept: no control characters, no number long enough to be a
    /// CPF, an account or a card, at most 255 characters.
    ///
    /// `nil` when nothing is left.
    public static func shownDescription(_ description: String) -> String? {
        var shown = ""
        var digits = ""
        func withoutLongNumber() -> String {
            digits.unicodeScalars.filter(isDecimal).count < shortestHiddenNumber ? digits : ""
        }
        for scalar in description.unicodeScalars.prefix(4_096) where !isControl(scalar) {
            if isDecimal(scalar) {
                digits.unicodeScalars.append(scalar)
            } else if digits.isEmpty || !"./- ".unicodeScalars.contains(scalar) {
                shown += withoutLongNumber()
                digits = ""
                shown.unicodeScalars.append(scalar)
            } else {
                digits.unicodeScalars.append(scalar)
            }
        }
        shown += withoutLongNumber()
        let trimmed = shown.split(separator: " ").joined(separator: " ").unicodeScalars.prefix(255)
        return trimmed.isEmpty ? nil : String(String.UnicodeScalarView(trimmed))
    }

    private static func isDecimal(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }

    /// From so many digits on a number may name a person.
    private static let shortestHiddenNumber = 6
}
