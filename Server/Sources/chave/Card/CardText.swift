import ChaveWire

/// The server's description of a card and its tokens, as lines.
enum CardText {
    static func card(_ card: JSONValue) -> String {
        "\(text(card["name"])), \(text(card["network"])) •••• \(text(card["lastFour"]))"
    }

    /// The line of a token, with the id of its activation if there is one, which `chave card suspend` accepts.
    static func token(_ token: JSONValue) -> String {
        let wallet = place(wallet: token["walletName"], device: token["deviceName"])
        let id = token["activationID"]?.string.map { "  \(PrintableLine.of($0))" } ?? ""
        return "\(text(token["state"]))  \(wallet)\(id)"
    }

    /// The wallet, and its device if the wallet named one.
    static func place(wallet: JSONValue?, device: JSONValue?) -> String {
        guard let device = device?.string, !device.isEmpty else { return text(wallet) }
        return "\(text(wallet)) on “\(PrintableLine.of(device))”"
    }

    private static func text(_ value: JSONValue?) -> String {
        let line = PrintableLine.of(value?.string ?? "")
        return line.isEmpty ? "?" : line
    }
}
