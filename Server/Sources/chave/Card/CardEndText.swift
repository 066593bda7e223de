import App2App
import ChaveWire
import Foundation

/// The outcome of a wallet's link, for a user or a script.
struct CardEndText {
    let end: TokenActivationEnd
    let record: RecordedActivator.Record

    var lines: [String] {
        var lines: [String] = []
        if end.outcome == .approved, let card = record.preview {
            let device = card.deviceName.map { "“\($0)”" } ?? "a device without a name"
            let place = "•••• \(card.lastFour) in \(card.walletName) on \(device)"
            lines.append("\(Terminal.green("active"))    \(place)")
            if let id = record.activationID { lines.append("id        \(PrintableLine.of(id))") }
        } else if end.outcome == .declined {
            lines.append("declined  the card stays inactive")
        }
        lines.append("callback  \(end.callback?.absoluteString ?? "none is opened")")
        return lines
    }

    var json: JSONValue {
        var object = JSONObject()
        object["outcome"] = .string(end.outcome.rawValue)
        object["reason"] = end.failure.map { .string(CardFailure.code($0)) }
        object["callback"] = (end.callback?.absoluteString).map(JSONValue.string) ?? .null
        object["activation_id"] = record.activationID.map(JSONValue.string)
        object["card"] = record.preview.map { preview in
            [
                "name": .string(preview.cardName), "network": .string(preview.network),
                "last_four": .string(preview.lastFour), "wallet": .string(preview.walletName),
                "device": preview.deviceName.map(JSONValue.string) ?? .null,
            ]
        }
        return .object(object)
    }
}
