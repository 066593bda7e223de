import ChavePixModel
import ChaveWire
import InstitutionPort

extension ConnectorCheck {
    /// The same call again: an idempotency key and a body that stay as they were.
    static let repeats: [ConnectorCheck] =
        [.sameAgain, .otherData, .together]
        + BankConduct.allCases.filter { $0.leavesItOpen && $0 != .refusesTheConnectorsTokens }.map(repeats)

    private static let sameAgain = ConnectorCheck("a repeated call is done once, and answered as before") { test in
        let first = try await test.bank.books()
        let keyed = test.operations(meeting: .answers).filter(\.takesIdempotencyKey)
        let findings = try await test.each(keyed) { operation in
            let call = try await test.prepare(operation).call
            let answer = await test.reply(to: call)
            let done = try await test.bank.books()
            let again = await test.reply(to: call)
            if again?.isAnswered != true { return "\(again?.kind ?? "nothing") for the repeat" }
            if try await test.bank.books() != done { return "the bank did it again" }
            return again?.data == answer?.data ? nil : "the answers differ"
        }
        return try await test.bank.books() == first ? findings + ["no call did anything"] : findings
    }

    private static let otherData = ConnectorCheck("other data under a used key is refused, and does nothing") { test in
        var call = try await test.prepare(.createEnrollment).call
        _ = await test.reply(to: call)
        let done = try await test.bank.books()
        var message = try OFBEnrollmentCreation(bytes: call.body)
        message.name = "Outro aparelho"
        call.body = message.bytes
        let reply = await test.reply(to: call)
        guard case .refused(_, let body, _) = reply else { return ["\(reply?.kind ?? "nothing") for the other data"] }
        var findings: [String] = []
        if (try? OFBErrors(bytes: body))?.firstCode != "ERRO_IDEMPOTENCIA" { findings.append("the code is another") }
        if try await test.bank.books() != done { findings.append("the bank did it") }
        return findings
    }

    private static let together = ConnectorCheck("calls that are made together under one key are done once") { test in
        let call = try await test.prepare(.createEnrollment).call
        let before = try await test.bank.books().count
        let replies = await withTaskGroup(of: InstitutionReply?.self) { group in
            for _ in 0..<8 { group.addTask { await test.reply(to: call) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var findings: [String] = []
        if !replies.allSatisfy({ $0?.isAnswered == true }) { findings.append("not all are answered") }
        let ids = Set(replies.map { $0?.data?["enrollmentId"]?.string })
        if ids.count != 1 { findings.append("there are \(ids.count) enrollments in the answers") }
        let made = try await test.bank.books().count - before
        return made == 1 ? findings : findings + ["the bank made \(made)"]
    }

    /// Nobody knows what the first call did; the same call again ends it, whatever that was.
    private static func repeats(after conduct: BankConduct) -> ConnectorCheck {
        let able: Set<InstitutionOperation> = [.createEnrollment, .createConsent, .createPayment]
        return ConnectorCheck(
            "a call is done once in the end when a bank \(conduct.rawValue)",
            needs: [.meets(conduct)],
            trials: (conduct, able)
        ) { test in
            try await test.each(test.operations(meeting: conduct).filter(able.contains)) { operation in
                try await test.faultOfRepeats(of: operation, after: conduct)
            }
        }
    }
}

extension InstitutionConnectorConformance {
    fileprivate func faultOfRepeats(
        of operation: InstitutionOperation,
        after conduct: BankConduct
    ) async throws -> String? {
        let call = try await prepare(operation, conduct).call
        let before = try await bank.books()
        let reply = await reply(to: call)
        if reply?.isUnknown != true { return "\(reply?.kind ?? "nothing") for the first" }
        let meanwhile = try await bank.books()
        if (meanwhile != before) != conduct.doesTheWork { return "the bank did not what it was told" }
        if await self.reply(to: call)?.isAnswered != true { return "the repeat is not answered" }
        let done = try await bank.books()
        if done == before || conduct.doesTheWork && done != meanwhile { return "it is not done once" }
        if await self.reply(to: call)?.isAnswered != true { return "the second repeat is not answered" }
        return try await bank.books() == done ? nil : "the second repeat is done again"
    }
}
