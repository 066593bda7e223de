import Foundation
import Testing

/// The page "How another connector is written" shows code that compiles and passes.
@Suite struct ConnectorPageTests {
    @Test(arguments: ["Support/HubConnector.swift", "HubConformanceTests.swift"])
    func thePageShowsAFileOfTheseTests(_ name: String) throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let code = try String(contentsOf: tests.appending(path: name), encoding: .utf8)
        let page = tests.appending(
            path: "../../Sources/Banks/InstitutionPort/InstitutionPort.docc/AnotherConnector.md"
        )
        let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
        #expect(code.count > 500 && text.contains("\n\(code)```\n"), "the page and \(name) differ")
    }
}
