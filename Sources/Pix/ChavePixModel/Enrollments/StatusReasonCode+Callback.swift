import ChaveBase

extension StatusReasonCode {
    /// The reason code for a bank's `error` parameter.
    ///
    /// A code of this API does not change; OAuth's codes are translated.
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

    /// A bank's `error_description` in a form that is safe to show and store.
    ///
    /// The text has no control characters and at most 255 characters. It has no number that is long enough to be a CPF,
    /// an account or a card. The result is `nil` when no text is left.
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

    /// A number of this many digits or more may identify a person.
    private static let shortestHiddenNumber = 6
}
