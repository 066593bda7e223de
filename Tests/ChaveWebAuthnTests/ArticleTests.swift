import ChaveWebAuthn
import Foundation
import Testing

/// The article "What is checked, and why in this order" says what the procedures do.
@Suite struct ArticleTests {
    /// The step and the refusal of each row in the table under a heading.
    private static func rows(under heading: String) throws -> [[String]] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/WebAuthn/ChaveWebAuthn/ChaveWebAuthn.docc/WhatIsChecked.md")
        let sections = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n## ")
        let section = try #require(sections.first { $0.hasPrefix("\(heading)\n") })
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            line.components(separatedBy: " | ").suffix(2).map { $0.trimmingCharacters(in: ["`", "|", " "]) }
        }
    }

    private static func row(_ step: String, _ refusal: String) -> [String] {
        [step.replacingOccurrences(of: "WebAuthn Level 3, ", with: ""), refusal]
    }

    @Test func everyRefusalOfARegistrationHasItsRowInItsPlace() throws {
        #expect(
            try Self.rows(under: "Registration")
                == RegistrationRefusal.allCases.map { Self.row($0.specificationStep, $0.rawValue) }
        )
    }

    @Test func everyRefusalOfAnAttestationHasItsRowInItsPlace() throws {
        #expect(
            try Self.rows(under: "Attestation")
                == AttestationRefusal.allCases.map { Self.row($0.specificationStep, $0.rawValue) }
        )
    }

    @Test func everyRefusalOfAnAuthenticationHasItsRowInItsPlace() throws {
        #expect(
            try Self.rows(under: "Authentication")
                == AuthenticationRefusal.allCases.map { Self.row($0.specificationStep, $0.rawValue) }
        )
    }
}
