/// Signals that are texts of a fixed form.
enum SignalTexts {
    /// `±hh:mm`; what a zone has in seconds besides is dropped.
    static func timeZoneOffset(secondsFromGMT: Int) -> String {
        let minutes = (secondsFromGMT / 60).magnitude
        let (hours, rest) = (minutes / 60, minutes % 60)
        return "\(secondsFromGMT < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The two letters with which a locale's identifier begins; `nil` for a code of another length.
    static func language(of identifier: String) -> String? {
        let letters = identifier.lowercased().utf8.prefix { (0x61...0x7A).contains($0) }
        return letters.count == 2 ? String(decoding: Array(letters), as: UTF8.self) : nil
    }
}
