import ChaveBase

/// The reason why a server's configuration is refused, with the setting and its source.
public enum SettingsRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case unknown(name: String, source: String)
    case wrongKind(Setting, source: String)
    /// The value breaks `rule`.
    case invalid(Setting, source: String, rule: String)
    case missing(Setting, reason: String)
    /// Both settings are given, and the first cannot be used with the second.
    case conflict(Setting, Setting, reason: String)
    case secretAsFlag(Setting)
    case fileUnreadable(String)
    case fileOpenToOthers(String)
    case fileNotAnObject(String)

    public var description: String {
        switch self {
        case .unknown(let name, let source): "\(name) (\(source)) is no setting of the server. See: chave serve --help"
        case .wrongKind(let setting, let source): "\(setting.rawValue) (\(source)) must be \(setting.kind.words)."
        case .invalid(let setting, let source, let rule): "\(setting.rawValue) (\(source)) must be \(rule)."
        case .missing(let setting, let reason):
            "\(setting.rawValue) is missing: \(reason) Give \(setting.flagWords)\(setting.variable) or the file."
        case .conflict(let setting, let other, let reason):
            "\(setting.rawValue) and \(other.rawValue) do not go together: \(reason)"
        case .secretAsFlag(let setting):
            "\(setting.rawValue) is a secret, and flags can be read by others. Use \(setting.variable) or the file."
        case .fileUnreadable(let path): "\(path) cannot be read. Check that it is there and its owner."
        case .fileOpenToOthers(let path): "\(path) holds a secret and others may read it. Run: chmod 600 \(path)"
        case .fileNotAnObject(let path): "\(path) is not a JSON object with one member a setting."
        }
    }
}

extension Setting {
    /// The flag as the beginning of a list; empty when the setting has none.
    fileprivate var flagWords: String { hasFlag ? "--\(rawValue), " : "" }
}

extension Setting.Kind {
    fileprivate var words: String {
        switch self {
        case .text: "text"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        }
    }
}
