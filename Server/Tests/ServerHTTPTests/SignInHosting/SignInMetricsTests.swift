import ChaveBase
import ChavePixModel
import PaymentsCore
import PrometheusMetrics
import SignInCore
import SignInHTTP
import SignInModel
import Testing

@testable import ServerHost

/// What is counted of sign-in, and that no name is in it.
struct SignInMetricsTests {
    @Test func recordsAndMailsAreCountedByKindAndNeverByWhose() async throws {
        try await SignInHost.withDirectory { directory in
            try await SignInHost.withServer(in: directory) { server, parts in
                let tenant = try #require(parts.tenant).tenant
                _ = try await parts.signIn.createUser(SignInHost.maria(), of: tenant)
                let text = await server.metrics.registry.text()
                let lines = text.split(separator: "\n").map(String.init)
                #expect(lines.contains(#"sign_in_records_total{kind="user",write="insert"} 1"#))
                #expect(lines.contains(#"sign_in_records_total{kind="tenant",write="insert"} 1"#))
                #expect(lines.contains(#"sign_in_mails_total{result="taken"} 1"#))
                #expect(lines.contains("sign_in_db_writable 1"))
                #expect(lines.contains("sign_in_guess_alarms 0"))
                #expect(!text.contains("padaria") && !text.contains("maria"))
            }
        }
    }

    @Test func aMailThatIsNotTakenIsCountedToo() async throws {
        let metrics = ServerMetrics()
        let sender = MeasuredMailSender(sender: NoMail(), metrics: metrics)
        await #expect(throws: MailFault.self) {
            try await sender.send(Mail(recipient: "a@b.example", subject: "x", text: "x"))
        }
        #expect(await metrics.registry.text().contains(#"sign_in_mails_total{result="failed"} 1"#))
    }

    @Test func aCommitThatWasOvertakenIsCountedAsSuch() async throws {
        let metrics = ServerMetrics()
        let key = RecordKey(tenant: "t", kind: "user", id: "1")
        metrics.observed(.committed([.remove(key, version: 1)], .conflict))
        metrics.observed(.committed([.remove(key, version: 1), .require(key, version: 2)], .committed))
        let text = await metrics.registry.text()
        #expect(text.contains(#"sign_in_commits_total{outcome="overtaken"} 1"#))
        #expect(text.contains(#"sign_in_commits_total{outcome="committed"} 1"#))
        #expect(text.contains(#"sign_in_records_total{kind="user",write="remove"} 1"#))
    }
}
