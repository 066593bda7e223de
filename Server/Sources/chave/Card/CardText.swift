import ChaveWire

/// What the server says of a card and its tokens, as lines.
enum CardText {
    static func card(_ card: JSONValue) -> String {
        "\(text(card["name"])), \(text(card["network"])) •••• \(text(card["lastFour"]))"
    }

    static func token(_ token: JSONValue) -> String {
        "\(text(token["state"]))  \(place(wallet: token["walletName"], device: token["deviceName"]))"
    }

    /// The wallet, and the device that it is on where the wallet named one.
    static func place(wallet: JSONValue?, device: JSONValue?) -> String {
        guard let device = device?.string, !device.isEmpty else { return text(wallet) }
        return "\(text(wallet)) on “\(PrintableLine.of(device))”"
    }

    private static func text(_ value: JSONValue?) -> String {
        let line = PrintableLine.of(value?.string ?? "")
        return line.isEmpty ? "?" : line
    }
}
