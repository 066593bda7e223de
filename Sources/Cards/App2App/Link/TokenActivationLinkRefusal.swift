/// Why a link is not taken, in order of precedence: of two faults the earlier one is named.
///
/// It holds nothing of the link, so that it may be logged. What is wrong with the callback comes before what is wrong
/// with the payload: a link whose payload alone is refused can still be answered (``isAnswerable``).
public enum TokenActivationLinkRefusal: String, Error, CaseIterable, Sendable {
    // The address.
    /// The link is longer than 8 KiB.
    case tooLong = "too_long"
    /// A control character or a space stands in the link.
    case controlCharacter = "control_character"
    /// A backslash stands in the link: readers differ about what it means.
    case backslash = "backslash"
    /// Something beyond ASCII stands in the link unescaped.
    case notASCII = "not_ascii"
    /// The text is no address with scheme and host.
    case notAnAddress = "not_an_address"
    /// The scheme is not that of the rules.
    case otherScheme = "other_scheme"
    /// A user name stands before the host.
    case userInfo = "user_info"
    /// The host has escapes.
    case encodedHost = "encoded_host"
    /// A port is named.
    case port = "port"
    /// The host is not that of the rules.
    case otherHost = "other_host"
    /// The path is not exactly that of the rules.
    case otherPath = "other_path"
    /// A fragment follows.
    case fragment = "fragment"
    // Its items.
    /// A `%` stands without two hexadecimal digits, or what it escapes is no UTF-8.
    case malformedEscape = "malformed_escape"
    /// An item stands twice.
    case duplicateItem = "duplicate_item"
    // The callback.
    /// There is no callback, or an empty one.
    case callbackMissing = "callback_missing"
    /// A control character or a space stands in the callback.
    case callbackControlCharacter = "callback_control_character"
    /// A backslash stands in the callback.
    case callbackBackslash = "callback_backslash"
    /// The callback has a character that RFC 3986 does not know.
    case callbackCharacter = "callback_character"
    /// The callback is no absolute address, or an https one without the two slashes before its host.
    case callbackNotAnAddress = "callback_not_an_address"
    /// The callback's scheme is never opened: `http`, `javascript`, `data`, `file`, `tel`, `sms` and their like.
    case callbackForbiddenScheme = "callback_forbidden_scheme"
    /// The callback leads back into this app.
    case callbackOwnScheme = "callback_own_scheme"
    /// The callback's scheme is not in the rules' list.
    case callbackOtherScheme = "callback_other_scheme"
    /// A user name stands before the callback's host.
    case callbackUserInfo = "callback_user_info"
    /// The callback's host has escapes.
    case callbackEncodedHost = "callback_encoded_host"
    /// The callback names a port.
    case callbackPort = "callback_port"
    /// The callback's host is not in the rules' list.
    case callbackOtherHost = "callback_other_host"
    /// The callback is the address that this app is opened with.
    case callbackOwnAddress = "callback_own_address"
    /// A fragment follows the callback.
    case callbackFragment = "callback_fragment"
    // The payload.
    /// There is no payload, or an empty one.
    case payloadMissing = "payload_missing"
    /// The payload is longer than 4 KiB.
    case payloadTooLong = "payload_too_long"
    /// The payload is neither standard nor URL-safe Base64.
    case payloadNotBase64 = "payload_not_base64"
    /// The payload's Base64 has bits that stand for nothing.
    case payloadNotCanonical = "payload_not_canonical"
    /// The payload is no UTF-8.
    case payloadNotUTF8 = "payload_not_utf8"
    /// The payload is no JSON.
    case payloadNotJSON = "payload_not_json"
    /// The payload's values are nested too deeply.
    case payloadTooDeep = "payload_too_deep"
    /// A name stands twice in one object of the payload.
    case payloadDuplicateKey = "payload_duplicate_key"
    /// The payload is JSON, and no object.
    case payloadNotAnObject = "payload_not_an_object"
    /// A known field is neither text nor a number.
    case payloadWrongType = "payload_wrong_type"

    /// Whether the link is the app's own, all but its payload, so that the wallet can be told of the failure.
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

    /// Whether the link is for somebody else: another address than the app's.
    public var isForeign: Bool {
        switch self {
        case .notAnAddress, .otherScheme, .otherHost, .otherPath: true
        default: false
        }
    }
}
