import ChaveBase
import HTTPKernel

/// Reads settings one after the other, and records the source of each.
struct SettingsReading {
    private let sources: SettingsSources
    private(set) var lines: [ServerSettings.Line] = []

    static let standard = "default"

    init(_ sources: SettingsSources) { self.sources = sources }

    func source(_ setting: Setting) -> String {
        lines.last { $0.setting == setting }?.source ?? SettingsReading.standard
    }

    mutating func text(_ setting: Setting) throws(SettingsRefusal) -> String? {
        guard case .text(let text)? = try said(setting) else {
            note(setting, nil, SettingsReading.standard)
            return nil
        }
        note(setting, setting.isSecret ? "<redacted>" : text, try sourceFound(setting))
        return text
    }

    mutating func text(
        _ setting: Setting,
        otherwise standard: String,
        oneOf allowed: [String] = []
    ) throws(SettingsRefusal) -> String {
        guard case .text(let text)? = try said(setting) else {
            note(setting, standard, SettingsReading.standard)
            return standard
        }
        let source = try sourceFound(setting)
        guard allowed.isEmpty || allowed.contains(text) else {
            throw .invalid(setting, source: source, rule: "one of \(allowed.joined(separator: ", "))")
        }
        note(setting, text, source)
        return text
    }

    mutating func number(_ setting: Setting, otherwise standard: Int) throws(SettingsRefusal) -> Int {
        guard case .number(let number)? = try found(setting) else {
            note(setting, "\(standard)", SettingsReading.standard)
            return standard
        }
        note(setting, "\(number)", try sourceFound(setting))
        return number
    }

    mutating func flag(_ setting: Setting, otherwise standard: Bool) throws(SettingsRefusal) -> Bool {
        guard case .flag(let flag)? = try found(setting) else {
            note(setting, "\(standard)", SettingsReading.standard)
            return standard
        }
        note(setting, "\(flag)", try sourceFound(setting))
        return flag
    }

    /// Reads a rate and its burst; a rate of zero means no limit.
    mutating func rate(
        _ rate: Setting,
        _ burst: Setting,
        otherwise standard: RateLimit
    ) throws(SettingsRefusal) -> RateLimit {
        let perSecond = try number(rate, otherwise: Int(standard.perSecond))
        return RateLimit(
            perSecond: Double(perSecond),
            burst: Double(try number(burst, otherwise: standard.isNone ? perSecond * 4 : Int(standard.burst)))
        )
    }

    /// The value of a setting; an empty text is refused, because it would hide the value of a lower source.
    private func said(_ setting: Setting) throws(SettingsRefusal) -> SettingsSources.Value? {
        guard let found = try sources.found(setting) else { return nil }
        if found.value == .text("") { throw .invalid(setting, source: found.source, rule: "a text that is not empty") }
        return found.value
    }

    private func found(_ setting: Setting) throws(SettingsRefusal) -> SettingsSources.Value? {
        try sources.found(setting)?.value
    }

    private func sourceFound(_ setting: Setting) throws(SettingsRefusal) -> String {
        try sources.found(setting)?.source ?? SettingsReading.standard
    }

    private mutating func note(_ setting: Setting, _ value: String?, _ source: String) {
        lines.append(ServerSettings.Line(setting: setting, value: value, source: source))
    }
}
