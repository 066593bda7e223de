import Foundation

/// The first form of a page, as a browser would send it: hidden fields, the checked radio button, the selected option.
package struct HTMLForm {
    package var action: String
    package var fields: [String: String] = [:]
    package var buttons: [(String, String)] = []

    package init?(in body: [UInt8]) {
        let text = String(decoding: body, as: UTF8.self)
        guard let start = text.range(of: "<form"),
            let end = text.range(of: "</form>", range: start.upperBound..<text.endIndex)
        else { return nil }
        let source = text[start.lowerBound..<end.lowerBound]
        let tags = source.split(separator: "<").map { "<" + $0.prefix { $0 != ">" } }
        action = tags.first.flatMap { HTMLForm.attribute("action", of: $0) } ?? ""
        for tag in tags {
            guard let name = HTMLForm.attribute("name", of: tag) else { continue }
            let value = HTMLForm.attribute("value", of: tag) ?? ""
            if tag.hasPrefix("<button") {
                buttons.append((name, value))
            } else if tag.hasPrefix("<input") {
                if HTMLForm.attribute("type", of: tag) == "radio", !tag.contains(" checked") { continue }
                fields[name] = value
            } else if tag.hasPrefix("<select") {
                fields[name] = ""
            }
        }
        fillSelects(source)
    }

    /// Fills in each select with its selected option, or else with the first.
    private mutating func fillSelects(_ source: Substring) {
        for part in source.components(separatedBy: "<select").dropFirst() {
            guard let name = HTMLForm.attribute("name", of: "<select" + part.prefix { $0 != ">" }) else { continue }
            let options = part.components(separatedBy: "<option").dropFirst()
            let chosen = options.first { $0.prefix { $0 != ">" }.contains("selected") } ?? options.first
            fields[name] = chosen.flatMap { HTMLForm.attribute("value", of: "<option" + $0.prefix { $0 != ">" }) } ?? ""
        }
    }

    private static func attribute(_ name: String, of tag: String) -> String? {
        guard let start = tag.range(of: " \(name)=\""),
            let end = tag.range(of: "\"", range: start.upperBound..<tag.endIndex)
        else { return nil }
        return tag[start.upperBound..<end.lowerBound]
            .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&#39;", with: "'")
            .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&amp;", with: "&")
    }
}
