import ChaveBase
import Foundation
import PrometheusMetrics
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// `docs/operations.md` says what the code does.
struct DocumentTests {
    private static func document() throws -> String {
        var root = URL(fileURLWithPath: #filePath)
        while !FileManager.default.fileExists(atPath: root.appendingPathComponent("docs/operations.md").path) {
            try #require(root.path != "/")
            root.deleteLastPathComponent()
        }
        return try String(contentsOf: root.appendingPathComponent("docs/operations.md"), encoding: .utf8)
    }

    @Test func everySettingStandsInTheTable() throws {
        let rows = try DocumentTests.document().split(separator: "\n").filter { $0.contains("| `CHAVE_") }
        let variables = rows.map { $0.split(separator: "|")[1].trimmingSpaces() }
        #expect(variables == Setting.allCases.map { "`\($0.variable)`" })
        for (setting, row) in zip(Setting.allCases, rows) {
            let flag = row.split(separator: "|")[0].trimmingSpaces()
            #expect(flag == (setting.hasFlag ? "`--\(setting.rawValue)`" : "–"))
        }
    }

    @Test func everyMetricStandsInTheTable() throws {
        let document = try DocumentTests.document()
        for family in MetricFamily.all { #expect(document.contains("`\(family.name)`"), "\(family.name)") }
        #expect(MetricFamily.all.count == Set(MetricFamily.all.map(\.name)).count)
    }

    @Test func everyTestThatIsNamedExists() throws {
        let words = try DocumentTests.document().split(separator: "`").enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let names = words.filter { word in
            word.count > 20 && word.allSatisfy { $0.isLetter || $0.isNumber } && word.contains(where: \.isUppercase)
                && word.first?.isLowercase == true
        }
        #expect(names.count > 30)
        var tests = URL(fileURLWithPath: #filePath)
        for _ in 1...3 { tests.deleteLastPathComponent() }
        var text = ""
        for case let file as URL in FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
            ?? .init()
        where file.pathExtension == "swift" {
            text += (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        }
        for name in names { #expect(text.contains("func \(name)("), "\(name)") }
    }
}
