import ChaveBase
import ChaveCeremonyDebugger
import ChaveWire

/// Bytes of a ceremony as far as they can be read, with what is off.
struct InspectedBytes {
    /// `nil` where nothing can be read.
    let json: JSONValue?
    /// In English; empty where all is well, or where there are no bytes.
    let findings: [String]

    /// `member` is base64url; `nil` where there are none.
    init(_ member: JSONValue?, as kind: InspectedKind) {
        guard let member, !member.isNull else {
            (json, findings) = (nil, [])
            return
        }
        guard let text = member.string, let bytes = try? Base64URL.decode(text) else {
            (json, findings) = (nil, ["it is no base64url without padding"])
            return
        }
        do throws(InspectionRefusal) {
            let json = try Inspection.inspect(bytes, as: kind, isLenient: true)
            self.json = json
            findings = (json["findings"]?.array ?? []).compactMap(\.string)
        } catch {
            (json, findings) = (nil, error.findings)
        }
    }
}
