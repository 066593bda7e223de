import ChaveBase
import ChaveCeremonyDebugger
import ChaveWire

/// The readable content of a ceremony's bytes, with the findings.
struct InspectedBytes {
    /// The content as JSON; `nil` when nothing can be read.
    let json: JSONValue?
    /// The findings in English; empty when there are none, or when there are no bytes.
    let findings: [String]

    /// Reads the bytes of `member`, which is base64url, or `nil` when there are none.
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
