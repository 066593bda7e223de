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
}
