import ChaveBase
import ChavePixModel
import ChaveWire

/// What an assertion is about: the server's challenge and the signals.
enum AppAttestClientData {
    /// As `AppAttestAssertion.clientData` describes it to servers.
    static func bytes(challenge: [UInt8], signals: RiskSignals) -> [UInt8] {
        var bare = signals
        bare.integrity = nil
        var object = JSONObject()
        object["challenge"] = .string(Base64URL.encode(challenge))
        object["signals"] = bare.json
        return JSONValue.object(object).encoded()
    }
}
