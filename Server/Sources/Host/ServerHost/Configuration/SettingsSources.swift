import ChaveBase
import ChaveWire
import Configuration
import Foundation

/// The sources of settings: flags come before variables, and variables before a file.
public struct SettingsSources: Sendable {
    /// A value with its source.
    public struct Found: Hashable, Sendable {
        public var value: Value
        public var source: String
    }

    public enum Value: Hashable, Sendable {
        case text(String)
        case number(Int)
        case flag(Bool)
    }

    private struct Layer: Sendable {
        var provider: any ConfigProvider
        var source: @Sendable (Setting) -> String
    }

    private let layers: [Layer]

    /// - Throws: ``SettingsRefusal`` for an unknown name, a value of another kind, or a file that cannot be read.
    public init(
        flags: [Setting: Value],
        environment: [String: String],
        file: String?
    ) async throws(SettingsRefusal) {
        for setting in flags.keys where !setting.hasFlag { throw .secretAsFlag(setting) }
        try SettingsSources.requireKnown(environment)
        var layers = [
            Layer(provider: SettingsSources.provider(flags)) { "--\($0.rawValue)" },
            Layer(provider: EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: ["chave"]))
            {
                $0.variable
            },
        ]
        if let file { layers.append(try await SettingsSources.layer(file)) }
        self.layers = layers
        for setting in Setting.allCases { _ = try found(setting) }
    }

    /// The value from the first source that has one; `nil` when none does.
    public func found(_ setting: Setting) throws(SettingsRefusal) -> Found? {
        for layer in layers {
            let source = layer.source(setting)
            let result: LookupResult
            do {
                result = try layer.provider.value(forKey: setting.key, type: setting.type)
            } catch {
                throw .wrongKind(setting, source: source)
            }
            guard let content = result.value?.content else { continue }
            guard let value = setting.value(content) else { throw .wrongKind(setting, source: source) }
            return Found(value: value, source: source)
        }
        return nil
    }

    private static func provider(_ flags: [Setting: Value]) -> InMemoryProvider {
        let values = flags.map { setting, value in
            let content: ConfigContent =
                switch value {
                case .text(let text): .string(text)
                case .number(let number): .int(number)
                case .flag(let flag): .bool(flag)
                }
            return (setting.key, ConfigValue(content, isSecret: false))
        }
        return InMemoryProvider(name: "flags", values: Dictionary(uniqueKeysWithValues: values))
    }

    /// Refuses unknown variables: most of them are misspelt, and the loss would go unnoticed.
    private static func requireKnown(_ environment: [String: String]) throws(SettingsRefusal) {
        let known = Set(Setting.allCases.map(\.variable)).union(Setting.othersVariables)
        for name in environment.keys.sorted() where name.hasPrefix("CHAVE_") && !known.contains(name) {
            throw .unknown(name: name, source: "environment")
        }
    }

    private static func layer(_ path: String) async throws(SettingsRefusal) -> Layer {
        guard let data = FileManager.default.contents(atPath: path) else { throw .fileUnreadable(path) }
        guard case .object(let object)? = try? JSONValue(parsing: Array(data)) else { throw .fileNotAnObject(path) }
        for (name, value) in object.members {
            guard let setting = Setting(rawValue: name) else { throw .unknown(name: name, source: path) }
            // The configuration library would read a nested object as other keys, and miss this one.
            switch value {
            case .string, .number, .bool: break
            case .null, .array, .object: throw .wrongKind(setting, source: path)
            }
            if setting.isSecret { try requirePrivate(path) }
        }
        let place: [AbsoluteConfigKey: ConfigValue] = [
            AbsoluteConfigKey(["filePath"]): ConfigValue(.string(path), isSecret: false)
        ]
        do {
            let reader = ConfigReader(provider: InMemoryProvider(values: place))
            return Layer(provider: try await FileProvider<JSONSnapshot>(config: reader)) { _ in path }
        } catch {
            throw .fileUnreadable(path)
        }
    }

    private static func requirePrivate(_ path: String) throws(SettingsRefusal) {
        guard let mode = FileMode.of(path), mode & 0o077 == 0 else { throw .fileOpenToOthers(path) }
    }
}

extension Setting {
    fileprivate var key: AbsoluteConfigKey { AbsoluteConfigKey([rawValue]) }

    fileprivate var type: ConfigType {
        switch kind {
        case .text: .string
        case .number: .int
        case .flag: .bool
        }
    }

    fileprivate func value(_ content: ConfigContent) -> SettingsSources.Value? {
        switch (content, kind) {
        case (.string(let text), .text): .text(text)
        case (.int(let number), .number(let range)): range.contains(number) ? .number(number) : nil
        case (.bool(let flag), .flag): .flag(flag)
        default: nil
        }
    }
}
