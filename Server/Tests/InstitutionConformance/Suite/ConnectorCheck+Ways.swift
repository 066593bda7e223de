import ChaveBase
import ChavePixModel
import InstitutionPort

extension ConnectorCheck {
    /// Institutions that appear, change and go; the way of an object stays.
    static let ways: [ConnectorCheck] = [
        ConnectorCheck("the directory lists each institution once") { test in
            let listed = await test.bank.listed()
            var findings: [String] = []
            if Set(listed.map(\.id)).count != listed.count { findings.append("an institution is listed twice") }
            for institution in [test.bank.institution, test.bank.neighbour]
            where !listed.contains(where: { $0.id == institution }) {
                findings.append("\(institution.text) is not listed")
            }
            for entry in listed where entry.ispb.utf8.count != 8 || entry.displayName.isEmpty {
                findings.append("\(entry.id.text) has no ISPB or no name")
            }
            return findings
        },
        ConnectorCheck("an institution has one way, until it offers another") { test in
            let (first, again) = (await test.way, await test.way)
            if first == .notNow { return ["there is no way"] }
            return first == again ? [] : ["there are two ways"]
        },
        ConnectorCheck("an object keeps its way", needs: [.offersAnotherWay, .records]) { test in
            let call = try await test.prepare(.createConsent).call
            _ = await test.reply(to: call)
            let old = await test.bank.arrivals().last?.way
            try await test.bank.offerAnotherWay()
            let new = try await test.prepare(.readConsent).call
            if new.route == call.route { return ["new objects take the old way"] }
            var kept = new
            kept.route = call.route
            _ = await test.reply(to: kept)
            var findings = await test.bank.arrivals().last?.way == old ? [] : ["the object lost its way"]
            _ = await test.reply(to: new)
            if await test.bank.arrivals().last?.way == old { findings.append("a new object took the old way") }
            return findings
        },
        ConnectorCheck("an institution that left serves its old objects, and gets no new ones", needs: [.leaves]) {
            test in
            let read = try await test.prepare(.readConsent).call
            let paid = try await test.prepare(.createPayment).call
            try await test.bank.leave()
            var findings = await test.way == .notNow ? [] : ["there is a way to new objects"]
            for call in [read, paid] where await test.reply(to: call)?.isAnswered != true {
                findings.append("\(call.operation.rawValue) is not answered")
            }
            return findings
        },
    ]
}

extension InstitutionConnectorConformance {
    fileprivate var way: InstitutionRouting { get async { await connector.route(to: bank.institution) } }
}
