import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import Webhooks

extension WebhooksCommand {
    /// Signs requests as this server would send them, for the tests of a receiver without a server.
    struct Sign: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sign bodies as this server would: JSON lines in, their headers as JSON lines out.",
            discussion: """
                A line has "secret" (whsec_…, or an array of them while one is rotated) and "body", the text as it is
                sent; and where they matter "id" and "timestamp" in seconds. The secret comes on standard input, so that
                no list of processes shows it.

                Example:
                  echo '{"secret": "whsec_…", "body": "{}"}' | chave webhooks sign
                """
        )

        func run() async throws {
            try await reporting {
                try await SigningLines.each { line throws(UnreadableInput) in
                    let id = line.json["id"]?.string ?? UUID().uuidString.lowercased()
                    guard WebhookSignature.isSignable(id: id) else {
                        throw line.unreadable("\"id\" is 1 to 255 visible ASCII characters without a point")
                    }
                    let time = try line.time("timestamp")
                    let signature = WebhookSignature.header(
                        id: id,
                        timestamp: time,
                        body: try line.body(),
                        secrets: try line.secrets()
                    )
                    let headers: JSONValue = [
                        "webhook-id": .string(id), "webhook-timestamp": .string("\(time.seconds)"),
                        "webhook-signature": .string(signature),
                    ]
                    Terminal.say(headers.text)
                }
            }
        }
    }

    /// Reports whether stored requests verify, and the reason when they do not.
    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Verify webhooks that were kept: JSON lines in, a verdict for each as JSON lines out.",
            discussion: """
                A line has "secret" (whsec_…, or an array of them), "headers" with webhook-id, webhook-timestamp and
                webhook-signature, and "body", the text as it came; and "now" in seconds, to judge it as of then.
                Ends with 1 when one of them does not verify.

                Example:
                  chave webhooks verify < kept.jsonl
                """
        )

        func run() async throws {
            try await reporting {
                var failures = 0
                try await SigningLines.each { line throws(UnreadableInput) in
                    let verifier = WebhookVerifier(secrets: try line.secrets())
                    let (body, now) = (try line.body(), try line.time("now"))
                    var verdict: JSONValue = ["verified": true]
                    do throws(WebhookRefusal) {
                        try verifier.verify(body, header: line.header, at: now)
                    } catch {
                        failures += 1
                        verdict = ["verified": false, "reason": .string(error.rawValue)]
                    }
                    Terminal.say(verdict.text)
                }
                if failures > 0 { throw ExitCode.failure }
            }
        }
    }
}
