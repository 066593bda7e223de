import ChaveBase
import ChavePixModel
import InstitutionPort

extension ConnectorCheck {
    /// The replies to what came from the bank: each conduct with each operation that can meet it.
    static let meanings: [ConnectorCheck] =
        BankConduct.allCases.map { conduct in
            ConnectorCheck("the reply when a bank \(conduct.rawValue)", needs: [.meets(conduct)]) { test in
                try await test.each(test.operations(meeting: conduct)) { operation in
                    let prepared = try await test.prepare(operation, conduct)
                    let reply = await test.reply(to: prepared.call)
                    return conduct.fault(of: reply, to: operation, code: prepared.refusalCode)
                }
            }
        } + [.refusalsWithoutEffect, .bankClock]

    private static let refusalsWithoutEffect = ConnectorCheck(
        "a refused call did nothing at the bank",
        needs: [.meets(.refuses), .meets(.refusesTheToken)]
    ) { test in
        var findings: [String] = []
        for conduct in [BankConduct.refuses, .refusesTheToken] {
            findings += try await test.each(test.operations(meeting: conduct)) { operation in
                let call = try await test.prepare(operation, conduct).call
                let before = try await test.bank.books()
                _ = await test.reply(to: call)
                return try await test.bank.books() == before ? nil : "the bank did something"
            }
        }
        return findings
    }

    private static let bankClock = ConnectorCheck(
        "the date of a reply is the bank's",
        needs: [.meets(.refuses)]
    ) { test in
        var findings: [String] = []
        for conduct in [BankConduct.answers, .refuses] {
            let operation = test.operations(meeting: conduct).first { $0 == .createEnrollment } ?? .createConsent
            let reply = await test.reply(to: try await test.prepare(operation, conduct).call)
            let seconds = await test.bank.clock().seconds
            if reply?.date?.seconds != seconds {
                findings.append("\(reply?.kind ?? "no reply"): \(reply?.date?.seconds ?? 0) in place of \(seconds)")
            }
        }
        return findings
    }

    /// The calls that reach the bank.
    static let arrivals: [ConnectorCheck] = [
        ConnectorCheck("each call reaches its bank once, and as it is", needs: [.records]) { test in
            try await test.each(test.operations(meeting: .answers)) { operation in
                try await test.faultOfArrival(operation, at: test.bank.institution)
            }
        },
        ConnectorCheck("a call reaches the institution that it names", needs: [.records]) { test in
            try await test.each([.createConsent, .refreshToken, .createPayment]) { operation in
                try await test.faultOfArrival(operation, at: test.bank.neighbour)
            }
        },
        ConnectorCheck("a refused token of an enrollment is not tried again", needs: [.records]) { test in
            try await test.each(test.operations(meeting: .refusesTheToken)) { operation in
                let call = try await test.prepare(operation, .refusesTheToken).call
                let before = await test.bank.arrivals().count
                _ = await test.reply(to: call)
                let count = await test.bank.arrivals().count - before
                return count == 1 ? nil : "\(count) calls arrived"
            }
        },
        ConnectorCheck("a call to an institution that never was is not answered") { test in
            var call = try await test.prepare(.createConsent).call
            let before = (try await test.bank.books(), await test.bank.arrivals().count)
            call.institution = InstitutionID(high: 7, low: 7)
            let reply = await test.reply(to: call)
            let after = (try await test.bank.books(), await test.bank.arrivals().count)
            var findings = reply.map(\.isAnswered) == false ? [] : ["it is answered, or without a reply"]
            if before != after { findings.append("it reached another institution") }
            return findings
        },
    ]
}

extension InstitutionConnectorConformance {
    fileprivate func faultOfArrival(
        _ operation: InstitutionOperation,
        at institution: InstitutionID
    ) async throws -> String? {
        let call = try await prepare(operation, at: institution).call
        let before = await bank.arrivals().count
        _ = await reply(to: call)
        let arrivals = await bank.arrivals().dropFirst(before)
        guard let arrival = arrivals.first, arrivals.count == 1 else { return "\(arrivals.count) calls arrived" }
        return arrival.difference(to: call)
    }
}
