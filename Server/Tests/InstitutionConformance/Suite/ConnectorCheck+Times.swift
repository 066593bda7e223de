import ChavePixModel
import InstitutionPort

extension ConnectorCheck {
    /// Deadlines, and banks that take their time.
    static let times: [ConnectorCheck] = [
        ConnectorCheck("a call that hangs ends at its deadline, unknown", needs: [.meets(.hangs)]) { test in
            var findings: [String] = []
            for milliseconds in [300, 1_500] {
                findings += try await test.each(test.operations(meeting: .hangs)) { operation in
                    let call = try await test.prepare(operation, .hangs).call
                    let start = await test.bank.uptimeMilliseconds()
                    let reply = await test.reply(to: call, timeoutMilliseconds: milliseconds)
                    let taken = await test.bank.uptimeMilliseconds() - start
                    if reply != .unknown(.timedOut) { return "\(reply?.kind ?? "no reply")" }
                    // A clock on real time is not that exact.
                    return taken <= Int64(milliseconds) + 250 ? nil : "\(taken) ms in place of \(milliseconds)"
                }
            }
            return findings
        },
        ConnectorCheck("a bank that hangs holds up no other", needs: [.meets(.hangs)]) { test in
            let call = try await test.prepare(.createConsent, .hangs).call
            let other = try await test.prepare(.createConsent, at: test.bank.neighbour).call
            let connector = test.connector
            let held = (0..<40).map { _ in
                Pending { await connector.send(call, timeoutMilliseconds: timeoutOfHanging) }
            }
            await test.waitForHanging(held)
            let beside = Pending { await connector.send(other, timeoutMilliseconds: timeoutOfHanging) }
            let reply = await beside.value(withinSeconds: 8)
            var findings = reply?.isAnswered == true ? [] : ["the other bank: \(reply?.kind ?? "no reply")"]
            if held.allSatisfy({ $0.value != nil }) { findings.append("no call hung any longer") }
            for one in held {
                let reply = await one.value(withinSeconds: 60) { await test.bank.letTimePass() }
                if reply?.isUnknown != true { findings.append("a call that hung: \(reply?.kind ?? "no reply")") }
            }
            return findings
        },
    ]

    /// Long enough for another call beside it, on real time too.
    private static let timeoutOfHanging = 5_000
}

extension InstitutionConnectorConformance {
    /// Waits until each call hangs at the bank, or has its reply already, for three seconds at most.
    fileprivate func waitForHanging(_ calls: [Pending<InstitutionReply>]) async {
        let end = ContinuousClock.now.advanced(by: .seconds(3))
        while ContinuousClock.now < end {
            let replied = calls.count { $0.value != nil }
            if await bank.hangingCalls() + replied >= calls.count { return }
            try? await Task.sleep(for: .milliseconds(1))
        }
    }
}
