import ChaveBase
import ChaveDeviceKeys

/// A relying party's id and the origin that may use it (WebAuthn Level 3, sections 4 and 5.1.3, steps 5 to 8).
struct RelyingPartyScope {
    let id: String
    let origin: String

    init(_ id: String?, _ configuration: SoftwareAuthenticator.Configuration) throws(DeviceKeyError) {
        guard let id = id ?? configuration.defaultRelyingPartyID else {
            throw DeviceKeyError(.invalidOptions, "the options name no relying party", field: "rpId")
        }
        guard RelyingPartyScope.isDomain(id) else {
            throw DeviceKeyError(.invalidOptions, "the relying party's id is not a domain", field: "rpId")
        }
        self.id = id
        switch configuration.origin {
        case .relyingParty: origin = "https://\(id)"
        case .fixed(let fixed):
            guard RelyingPartyScope.may(fixed, use: id) else {
                throw DeviceKeyError(
                    .notAllowed,
                    "\(fixed) may not use credentials of this relying party",
                    field: "rpId"
                )
            }
            origin = fixed
        }
    }

    /// Whether the text is a domain in lower case: letters, digits and hyphens between dots; no address, no dot at the
    /// end.
    static func isDomain(_ text: String) -> Bool {
        let labels = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else { return false }
        // The last label of an IPv4 address is a number; that of a domain never is (URL standard, section 3.5).
        return !last.allSatisfy(isDigit) && !last.starts(with: Array("0x".utf8))
    }

    /// Whether a client of this origin may act for `id`: its host is `id` or a subdomain of `id`.
    ///
    /// The check uses no public suffix list: an `id` of a single label therefore matches only the same host. An origin
    /// outside of the web, such as `android:apk-key-hash:…`, is accepted: the platform ties it to its relying party.
    static func may(_ origin: String, use id: String) -> Bool {
        let bytes = Array(origin.utf8)
        let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
        let rest = bytes.dropFirst(scheme.count)
        guard rest.starts(with: Array("://".utf8)) else { return !origin.isEmpty }
        let host = rest.dropFirst(3).prefix { $0 != UInt8(ascii: ":") }
        let port = rest.dropFirst(3 + host.count)
        guard port.isEmpty || (port.count > 1 && port.dropFirst().allSatisfy(isDigit)) else { return false }
        guard isDomain(String(decoding: host, as: UTF8.self)) else { return false }
        let wanted = Array(id.utf8)
        if host.elementsEqual(wanted) { return true }
        return wanted.contains(UInt8(ascii: ".")) && host.count > wanted.count + 1
            && host.suffix(wanted.count + 1).elementsEqual([UInt8(ascii: ".")] + wanted)
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
            && label.allSatisfy {
                isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == hyphen
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
