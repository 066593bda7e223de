public import ChaveBase
public import ChavePixModel

/// Amounts and times as people read them.
extension PageLanguage {
    /// `R$ 1.234,56` in Portuguese, `R$ 1,234.56` in English.
    public func money(_ money: Money) -> String {
        let (group, point) = self == .portuguese ? (".", ",") : (",", ".")
        let digits = Array(String(money.centavos / 100))
        var reais = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { reais += group }
            reais.append(digit)
        }
        let centavos = money.centavos % 100
        return "R$\u{A0}\(reais)\(point)\(centavos < 10 ? "0" : "")\(centavos)"
    }

    /// A time to the minute in Brasília: `22/11/2026, 14:03`, in English `2026-11-22, 14:03`.
    ///
    /// Brasília is three hours behind UTC all year since 2019. The page names the time zone where it shows times.
    public func time(_ time: Timestamp) -> String {
        let text = time.adding(seconds: -3 * 3_600).rfc3339
        let day = text.prefix(10).split(separator: "-")
        guard day.count == 3, text.utf8.count > 16 else { return text }
        let minute = text.dropFirst(11).prefix(5)
        return self("\(day[2])/\(day[1])/\(day[0]), \(minute)", "\(text.prefix(10)), \(minute)")
    }
}
