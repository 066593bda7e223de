/// Parts of regular expressions (ECMA-262) that match exactly what the readers of dates and addresses accept.
enum TextPatterns {
    /// A day that exists, in the years 0 to 9999, with `separator` between its parts.
    static func day(_ separator: String) -> String {
        let (year, leap) = ("[0-9]{4}", "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)")
        let months = [
            "(?:0[13578]|1[02])\(separator)(?:0[1-9]|[12][0-9]|3[01])",
            "(?:0[469]|11)\(separator)(?:0[1-9]|[12][0-9]|30)",
            "02\(separator)(?:0[1-9]|1[0-9]|2[0-8])",
        ]
        return "(?:\(year)\(separator)(?:\(months.joined(separator: "|")))|\(leap)\(separator)02\(separator)29)"
    }

    /// A time with its offset, without leap seconds; `Timestamp` limits the range.
    static let time =
        "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,38})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"

    /// Visible ASCII, `@`, and a domain of at least two labels.
    static let email =
        "[\\x21-\\x3F\\x41-\\x7E]{1,64}@(?=[^@]{1,253}$)\(label)(?:\\.\(label))+"

    private static let label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
}
