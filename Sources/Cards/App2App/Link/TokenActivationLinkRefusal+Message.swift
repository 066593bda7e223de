import ChaveBase

extension TokenActivationLinkRefusal: CustomStringConvertible {
    /// The fault and the remedy, without any content of the link.
    public var description: String {
        switch self {
        case .tooLong: "the link is longer than 8 KiB"
        case .controlCharacter: "the link holds a space or a control character; it is written as an escape"
        case .backslash: "the link holds a backslash, which readers understand differently"
        case .notASCII: "the link holds a character beyond ASCII; it is written as an escape"
        case .notAnAddress: "the link is not of the form scheme://host/path"
        case .otherScheme: "the link has another scheme than the launch address"
        case .userInfo: "the link names a user before its host"
        case .encodedHost: "the link's host is written with escapes; it is written plainly"
        case .port: "the link names a port; only a development origin has one"
        case .otherHost: "the link has another host than the launch address"
        case .otherPath: "the link has another path than the launch address"
        case .fragment: "the link has a fragment; an escaped # is written %23"
        case .malformedEscape: "an item of the link has an escape that is not two hexadecimal digits of UTF-8"
        case .duplicateItem: "an item of the link is there twice"
        case .callbackMissing: "the link has no callback; compare its items with the rules' names"
        case .callbackControlCharacter: "the callback holds a space or a control character"
        case .callbackBackslash: "the callback holds a backslash, which readers understand differently"
        case .callbackCharacter: "the callback holds a character that no address may hold, or a broken escape"
        case .callbackNotAnAddress: "the callback is not of the form scheme://host/path"
        case .callbackForbiddenScheme: "the callback has a scheme that is never opened"
        case .callbackOwnScheme: "the callback leads back into this app"
        case .callbackOtherScheme: "the callback's scheme is not in the rules' list"
        case .callbackUserInfo: "the callback names a user before its host"
        case .callbackEncodedHost: "the callback's host is written with escapes; it is written plainly"
        case .callbackPort: "the callback names a port; only a development origin has one"
        case .callbackOtherHost: "the callback's host is not in the rules' list"
        case .callbackOwnAddress: "the callback is the launch address of this app"
        case .callbackFragment: "the callback has a fragment, which leaves no place for the answer"
        case .payloadMissing: "the link has no payload; compare its items with the rules' names"
        case .payloadTooLong: "the payload is longer than 4 KiB"
        case .payloadNotBase64: "the payload is not Base64, neither the standard nor the URL-safe alphabet"
        case .payloadNotCanonical: "the payload's Base64 has bits behind its last byte"
        case .payloadNotUTF8: "the payload is not UTF-8"
        case .payloadNotJSON: "the payload is not JSON, or something stands before or behind it"
        case .payloadTooDeep: "the payload's JSON is nested deeper than 8 levels"
        case .payloadDuplicateKey: "the payload's JSON names a key twice"
        case .payloadNotAnObject: "the payload's JSON is not an object"
        case .payloadWrongType: "a field of the payload is neither text nor number"
        }
    }
}
