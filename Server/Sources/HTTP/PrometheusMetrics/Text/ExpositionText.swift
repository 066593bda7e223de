/// One family in Prometheus' text format, version 0.0.4.
///
///     # HELP name what it means
///     # TYPE name counter
///     name{label="value"} 1
struct ExpositionText {
    private(set) var text: String
    private let name: String

    init(_ family: MetricFamily) {
        name = family.name
        let kind =
            switch family.kind {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        text = "# HELP \(name) \(ExpositionText.escaped(family.help, quotes: false))\n# TYPE \(name) \(kind)\n"
    }

    mutating func add(_ labels: Labels, _ value: Double, suffix: String = "") {
        text += name + suffix
        if !labels.labels.isEmpty {
            let list = labels.labels.map { "\($0.name)=\"\(ExpositionText.escaped($0.value, quotes: true))\"" }
            text += "{\(list.joined(separator: ","))}"
        }
        text += " \(ExpositionText.number(value))\n"
    }

    /// Escapes a backslash, a line feed and, in a label's value, a quotation mark, which would end the text around
    /// them.
    static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return "\(value)"
    }
}
