import Foundation
import Testing

@testable import ChaveDeviceKeys

@Suite struct SpokenLanguageTests {
    @Test(
        arguments: [
            (["pt-BR"], .portuguese), (["pt"], .portuguese), (["pt_BR.UTF-8"], .portuguese), (["PT-PT"], .portuguese),
            (["es-MX", "pt-BR", "en-US"], .portuguese), (["en-US", "pt-BR"], .english), (["de-DE"], .english),
            (["en_GB.UTF-8"], .english), (["C"], .english), (["C.UTF-8"], .english), ([""], .english), ([], .english),
            (["ptx-BR"], .english), (["POSIX", "pt"], .portuguese), (["-pt"], .english),
        ] as [([String], SpokenLanguage)]
    )
    func theFirstLanguageThatThereAreTextsInIsSpoken(_ tags: [String], _ language: SpokenLanguage) {
        #expect(SpokenLanguage(preferred: tags) == language)
    }

    /// The codes by their source, so that a new one without texts fails here.
    @Test func everyCodeHasATextInBothLanguages() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("Sources/Devices/ChaveDeviceKeys/DeviceKeyError.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let codes = source.components(separatedBy: " = Code(\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
        #expect(codes.count > 10)
        #expect(Set(codes) == Set(DeviceKeyError.texts.keys))
        for text in DeviceKeyError.texts.values {
            #expect(!text.portuguese.isEmpty && !text.english.isEmpty && text.portuguese != text.english)
        }
    }

    @Test func anErrorIsToldByItsCode() {
        let error = DeviceKeyError(.busy, "another passkey question is open")
        #expect(error.text(in: .portuguese).contains("Outra confirmação"))
        #expect(error.text(in: .english).contains("Another confirmation"))
    }
}
