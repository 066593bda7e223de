import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire
import ServerHost
import Webhooks

/// Prints one line for each delivery; those that are not believed are reported on standard error.
struct EventPrinter: Sendable {
    let isJSON: Bool
    let forwardTo: String?
    let transport: any HTTPTransport

    /// The widths of the columns: the longest type of today's events, and amounts below a million.
    private static let widths = (type: 25, amount: 13)

    func show(_ arrival: WebhookReceiver.Arrival) async {
        let json = try? JSONValue(parsing: arrival.body)
        guard arrival.refusal == nil, let json, let event = try? WebhookEvent(json: json) else {
            let reason = arrival.refusal.map { "signature: \($0.rawValue)" } ?? "the body is no event"
            return Terminal.note(Terminal.red("✗ \(reason); nothing in this delivery is believed"))
        }
        Terminal.say(isJSON ? json.text : EventPrinter.line(event))
        await forward(arrival)
    }

    /// The time, the event, its amount and reason, the object, and apart from all that the verdict of the signature.
    private static func line(_ event: WebhookEvent) -> String {
        let type = PrintableLine.of(event.type).padded(to: widths.type)
        let amount = event.data["amount"]?.string.map { "R$ \(PrintableLine.of($0))" } ?? ""
        let reason = (event.data["failure_code"] ?? event.data["status_reason_code"])?.string
        let facts = [
            event.timestamp.rfc3339, reason == nil ? type : Terminal.red(type), amount.padded(to: widths.amount),
            reason.map { PrintableLine.of($0) } ?? "-", event.objectID,
        ]
        return "\(facts.joined(separator: "  "))  \(Terminal.green("✓ signature"))"
    }

    private func forward(_ arrival: WebhookReceiver.Arrival) async {
        guard let forwardTo else { return }
        var headers: HTTPHeaders = ["Content-Type": "application/json"]
        for (name, value) in arrival.headers where name.hasPrefix("webhook-") { headers[name] = value }
        let request = HTTPRequest(method: .post, url: forwardTo, headers: headers, body: arrival.body)
        do {
            let response = try await transport.send(request)
            if !response.isSuccess { Terminal.note("forwarded: status \(response.status)") }
        } catch {
            Terminal.note("nobody answers at \(forwardTo)")
        }
    }
}

extension String {
    /// The text with spaces behind it up to a width; a longer text stays as it is.
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
