public import ChavePixModel
public import ChaveWire

/// Body of `POST /enrollments/{enrollmentId}/risk-signals`, answered 204.
public struct OFBRiskSignals: InstitutionMessage {
    public var signals: RiskSignals

    public init(signals: RiskSignals) { self.signals = signals }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        signals = try MessageReader.signals(json["data"] ?? .null, path: "data")
    }

    public var json: JSONValue { ["data": signals.json] }
}
