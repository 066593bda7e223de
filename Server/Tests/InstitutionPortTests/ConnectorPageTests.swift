import Foundation
import InstitutionPort
import Testing

/// The page "How another connector is written" shows code that compiles and passes.
@Suite struct ConnectorPageTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()

    private func page() throws -> String {
        let folder = "../../Sources/Banks/InstitutionPort/InstitutionPort.docc"
        let file = Self.tests.appending(path: "\(folder)/AnotherConnector.md").standardizedFileURL
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test(arguments: ["Support/HubConnector.swift", "HubConformanceTests.swift"])
    func thePageShowsAFileOfTheseTests(_ name: String) throws {
        let code = try String(contentsOf: Self.tests.appending(path: name), encoding: .utf8)
        #expect(try code.count > 500 && page().contains("\n\(code)```\n"), "the page and \(name) differ")
    }

    @Test(arguments: InstitutionUnknown.allCases)
    func thePageSaysWhatLeavesACallOpen(_ reason: InstitutionUnknown) throws {
        #expect(try page().contains("| ``InstitutionUnknown/\(reason.rawValue)``"))
    }
}
