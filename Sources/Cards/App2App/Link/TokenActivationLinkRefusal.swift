/// Why a link is refused, in order of precedence: the earlier one of two faults is reported.
///
/// A refusal contains nothing of the link, so it may be logged. Faults of the callback come before faults of the
/// payload: a link with only a refused payload can still be answered (``isAnswerable``).
public enum TokenActivationLinkRefusal: String, Error, CaseIterable, Sendable {
    // The address.
    /// The link is longer than 8 KiB.
    case tooLong = "too_long"
    /// The link has a control character or a space.
    case controlCharacter = "control_character"
    /// The link has a backslash, which parsers read in different ways.
    case backslash = "backslash"
    /// The link has an unescaped character outside ASCII.
    case notASCII = "not_ascii"
    /// The text is not an address with a scheme and a host.
    case notAnAddress = "not_an_address"
    /// The scheme is not that of the rules.
    case otherScheme = "other_scheme"
    /// The link has a user name before the host.
    case userInfo = "user_info"
    /// The host has escapes.
    case encodedHost = "encoded_host"
    /// The link has a port.
    case port = "port"
    /// The host is not that of the rules.
    case otherHost = "other_host"
    /// The path is not exactly that of the rules.
    case otherPath = "other_path"
    /// The link has a fragment.
    case fragment = "fragment"
    // Its items.
    /// A `%` has no two hexadecimal digits after it, or the escaped bytes are not UTF-8.
    case malformedEscape = "malformed_escape"
    /// An item occurs twice.
    case duplicateItem = "duplicate_item"
    // The callback.
    /// The callback is missing or empty.
    case callbackMissing = "callback_missing"
    /// The callback has a control character or a space.
    case callbackControlCharacter = "callback_control_character"
    /// The callback has a backslash.
    case callbackBackslash = "callback_backslash"
    /// The callback has a character that RFC 3986 does not allow.
    case callbackCharacter = "callback_character"
    /// The callback is not an absolute address, or an https address without the two slashes before its host.
    case callbackNotAnAddress = "callback_not_an_address"
    /// The callback's scheme is never opened: `http`, `javascript`, `data`, `file`, `tel`, `sms` and similar schemes.
    case callbackForbiddenScheme = "callback_forbidden_scheme"
    /// The callback leads back into this app.
    case callbackOwnScheme = "callback_own_scheme"
    /// The callback's scheme is not in the rules' list.
    case callbackOtherScheme = "callback_other_scheme"
    /// The callback has a user name before its host.
    case callbackUserInfo = "callback_user_info"
    /// The callback's host has escapes.
    case callbackEncodedHost = "callback_encoded_host"
    /// The callback has a port.
    case callbackPort = "callback_port"
    /// The callback's host is not in the rules' list.
    case callbackOtherHost = "callback_other_host"
    /// The callback is the launch address of this app.
    case callbackOwnAddress = "callback_own_address"
    /// The callback has a fragment.
    case callbackFragment = "callback_fragment"
    // The payload.
    /// The payload is missing or empty.
    case payloadMissing = "payload_missing"
    /// The payload is longer than 4 KiB.
    case payloadTooLong = "payload_too_long"
    /// The payload is neither standard nor URL-safe Base64.
    case payloadNotBase64 = "payload_not_base64"
    /// The payload's Base64 has unused bits that are not zero.
    case payloadNotCanonical = "payload_not_canonical"
    /// The payload is not UTF-8.
    case payloadNotUTF8 = "payload_not_utf8"
    /// The payload is not JSON.
    case payloadNotJSON = "payload_not_json"
    /// The payload's values are nested too deeply.
    case payloadTooDeep = "payload_too_deep"
    /// A name occurs twice in one object of the payload.
    case payloadDuplicateKey = "payload_duplicate_key"
    /// The payload is JSON, but not an object.
    case payloadNotAnObject = "payload_not_an_object"
    /// A known field is neither a text nor a number.
    case payloadWrongType = "payload_wrong_type"

    /// Whether only the payload is refused, so that the wallet can receive the failure.
    public var isAnswerable: Bool {
        switch self {
        case .payloadMissing, .payloadTooLong, .payloadNotBase64, .payloadNotCanonical, .payloadNotUTF8,
            .payloadNotJSON, .payloadTooDeep, .payloadDuplicateKey, .payloadNotAnObject, .payloadWrongType:
            true
        case .tooLong, .controlCharacter, .backslash, .notASCII, .notAnAddress, .otherScheme, .userInfo, .encodedHost,
            .port, .otherHost, .otherPath, .fragment, .malformedEscape, .duplicateItem, .callbackMissing,
            .callbackControlCharacter, .callbackBackslash, .callbackCharacter, .callbackNotAnAddress,
            .callbackForbiddenScheme, .callbackOwnScheme, .callbackOtherScheme, .callbackUserInfo,
            .callbackEncodedHost, .callbackPort, .callbackOtherHost, .callbackOwnAddress, .callbackFragment:
            false
        }
    }

    /// Whether the link is not for this app, because its address is another one.
    public var isForeign: Bool {
        switch self {
        case .notAnAddress, .otherScheme, .otherHost, .otherPath: true
        default: false
        }
    }
}
