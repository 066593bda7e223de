import Foundation

/// The base address of the backend's paths: https, or http on this machine.
struct BackendAddress: Sendable {
    private let text: String

    init?(_ url: URL) {
        let whole = url.absoluteString
        guard whole.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }), let address = AddressText(whole[...]),
            address.query == nil, address.fragment == nil, !address.authority.isEmpty,
            !address.authority.contains("@")
        else { return nil }
        let origin = "\(address.scheme)://\(address.authority)"
        guard address.scheme == "https" || LoopbackOrigin(origin) != nil || LoopbackOrigin(origin + ":80") != nil else {
            return nil
        }
        text = whole.hasSuffix("/") ? String(whole.dropLast()) : whole
    }

    func url(_ path: String) -> URL? { URL(string: "\(text)/app2app/v1/token-activations\(path)") }
}
