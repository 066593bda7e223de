import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One form of a page, as far as filling it needs.
struct HTMLForm {
    private var action: String?
    private var isPost: Bool
    private var fields: [(name: String, value: String, type: String)] = []
    private var buttons: [(name: String, value: String, label: String)] = []

    /// The form to send: one that approves, else one that asks for a password, else the first.
    static func best(in page: String) -> HTMLForm? {
        let forms = matches("(?s)<form\\b([^>]*)>(.*?)</form>", page).map {
            HTMLForm(attributes: $0[0], content: $0[1])
        }
        return forms.first { $0.approval != nil } ?? forms.first { $0.asksForPassword } ?? forms.first
    }

    private init(attributes: String, content: String) {
        let form = HTMLForm.attributes(attributes)
        action = form["action"]
        isPost = form["method"]?.lowercased() == "post"
        var chosenRadios: Set<String> = []
        for match in HTMLForm.matches("(?s)<input\\b([^>]*)>", content) {
            let input = HTMLForm.attributes(match[0])
            let type = input["type"]?.lowercased() ?? "text"
            let name = input["name"] ?? ""
            if type == "submit" {
                buttons.append((name, input["value"] ?? "", input["value"] ?? ""))
            } else if type == "radio" {
                // A browser sends the checked one; a person who sees none checked takes the first.
                let isChecked = input["checked"] != nil
                if isChecked { fields.removeAll { $0.name == name } }
                if isChecked || chosenRadios.insert(name).inserted {
                    fields.append((name, input["value"] ?? "on", type))
                }
                chosenRadios.insert(name)
            } else if type == "checkbox" {
                if input["checked"] != nil { fields.append((name, input["value"] ?? "on", type)) }
            } else if !name.isEmpty {
                fields.append((name, input["value"] ?? "", type))
            }
        }
        for match in HTMLForm.matches("(?s)<select\\b([^>]*)>(.*?)</select>", content) {
            let options = HTMLForm.matches("(?s)<option\\b([^>]*)>", match[1]).map { HTMLForm.attributes($0[0]) }
            let chosen = options.first { $0["selected"] != nil } ?? options.first
            if let name = HTMLForm.attributes(match[0])["name"] {
                fields.append((name, chosen?["value"] ?? "", "select"))
            }
        }
        for match in HTMLForm.matches("(?s)<button\\b([^>]*)>(.*?)</button>", content) {
            let button = HTMLForm.attributes(match[0])
            guard (button["type"] ?? "submit").lowercased() == "submit" else { continue }
            buttons.append((button["name"] ?? "", button["value"] ?? "", match[1]))
        }
    }

    private var asksForPassword: Bool { fields.contains { $0.type == "password" } }

    private var approval: (name: String, value: String, label: String)? {
        buttons.first { button in
            let text = "\(button.name) \(button.value) \(button.label)".lowercased()
            let refuses = ["não", "nao ", "not ", "recus", "refus", "reject", "rejeit", "deny", "neg"]
            guard !refuses.contains(where: { text.contains($0) }) else { return false }
            return ["approv", "aprov", "autoriz", "authori", "allow"].contains { text.contains($0) }
        }
    }

    /// The request that a browser would send.
    func filled(cpf: String, password: String, on page: URL) -> URLRequest? {
        var items = fields.map { field -> (String, String) in
            if field.type == "password" { return (field.name, password) }
            return (field.name, field.name.lowercased() == "cpf" ? cpf : field.value)
        }
        if let button = approval ?? buttons.first, !button.name.isEmpty { items.append((button.name, button.value)) }
        let body = items.map { "\(HTMLForm.escaped($0.0))=\(HTMLForm.escaped($0.1))" }.joined(separator: "&")
        guard let target = URL(string: action ?? page.absoluteString, relativeTo: page)?.absoluteURL else { return nil }
        guard isPost else {
            let separator = target.query == nil ? "?" : "&"
            return URL(string: target.absoluteString + separator + body).map { URLRequest(url: $0) }
        }
        var request = URLRequest(url: target)
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        if let scheme = page.scheme, let host = page.host {
            // Browsers say where a form came from, and servers that guard against foreign forms look at it.
            request.setValue("\(scheme)://\(host)\(page.port.map { ":\($0)" } ?? "")", forHTTPHeaderField: "Origin")
        }
        request.httpBody = Data(body.utf8)
        return request
    }

    private static func escaped(_ text: String) -> String {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    private static func attributes(_ tag: String) -> [String: String] {
        var attributes: [String: String] = [:]
        let pattern = "([A-Za-z_:][-A-Za-z0-9_:.]*)(?:\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s\"'>]+)))?"
        for match in matches(pattern, tag) {
            attributes[match[0].lowercased()] = unescaped(match.dropFirst().first { !$0.isEmpty } ?? "")
        }
        return attributes
    }

    private static func unescaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&#39;", with: "'")
            .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&#x2F;", with: "/").replacingOccurrences(of: "&amp;", with: "&")
    }

    /// The groups of each match; a group that did not take part is empty.
    private static func matches(_ pattern: String, _ text: String) -> [[String]] {
        guard let expression = try? NSRegularExpression(pattern: pattern, options: .caseInsensitive) else { return [] }
        let whole = text as NSString
        return expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map { match in
            (1..<match.numberOfRanges).map { group in
                let range = match.range(at: group)
                return range.location == NSNotFound ? "" : whole.substring(with: range)
            }
        }
    }
}
