import ChavePixModel
import InstitutionPort

extension ConnectorCheck {
    /// The three outcomes of a question about an identity token.
    static let identities: [ConnectorCheck] = [
        ConnectorCheck("an identity token of the bank holds") { test in
            var question = try await test.bank.identityQuestion()
            guard case .holds(let subject) = await test.connector.verify(question), !subject.isEmpty else {
                return ["it does not hold"]
            }
            question.subject = subject
            return await test.connector.verify(question) == .holds(subject: subject) ? [] : ["not with its subject"]
        },
        ConnectorCheck("an identity token that belongs elsewhere does not hold") { test in
            let question = try await test.bank.identityQuestion()
            var findings: [String] = []
            for (name, change) in elsewhere {
                var other = question
                change(&other, test.bank.neighbour)
                let verdict = await test.connector.verify(other)
                if verdict != .doesNotHold {
                    findings.append("\(name): \(verdict == .notNow ? "not now" : "it holds")")
                }
            }
            return findings
        },
        ConnectorCheck("without the bank's keys nobody can tell of an identity token", needs: [.hidesItsKeys]) { test in
            let question = try await test.bank.identityQuestion()
            try await test.bank.hideKeys(true)
            var findings = await test.connector.verify(question) == .notNow ? [] : ["there is a verdict without keys"]
            try await test.bank.hideKeys(false)
            if case .holds = await test.connector.verify(question) {} else { findings.append("not with the keys back") }
            return findings
        },
    ]

    private typealias Change = @Sendable (inout IdentityQuestion, _ neighbour: InstitutionID) -> Void

    /// One difference at a time.
    private static let elsewhere: [(String, Change)] = [
        ("another nonce", { question, _ in question.nonce += "x" }),
        ("another state", { question, _ in question.redirect?.state += "x" }),
        ("another code", { question, _ in question.redirect?.code += "x" }),
        ("another subject", { question, _ in question.subject = "outra pessoa" }),
        ("another institution", { question, neighbour in question.institution = neighbour }),
        ("no token", { question, _ in question.token = "" }),
        ("half a token", { question, _ in question.token = String(question.token.dropLast(40)) }),
    ]
}
