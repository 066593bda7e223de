/// Why a link is not taken, in order of precedence: of two faults the earlier one is named.
///
/// It holds nothing of the link, so that it may be logged. What is wrong with the callback comes before what is wrong
/// with the payload: a link whose payload alone is refused can still be answered (``isAnswerable``).
public enum TokenActivationLinkRefusal: String, Error, CaseIterable, Sendable {
    // The address.
    case tooLong = "too_long"
    case controlCharacter = "control_character"
    case backslash = "backslash"
    case notASCII = "not_ascii"
    case notAnAddress = "not_an_address"
    case otherScheme = "other_scheme"
    case userInfo = "user_info"
    case encodedHost = "encoded_host"
    case port = "port"
    case otherHost = "other_host"
    case otherPath = "other_path"
    case fragment = "fragment"
    // Its items.
    case malformedEscape = "malformed_escape"
    case duplicateItem = "duplicate_item"
    // The callback.
    case callbackMissing = "callback_missing"
    case callbackControlCharacter = "callback_control_character"
    case callbackBackslash = "callback_backslash"
    case callbackCharacter = "callback_character"
    case callbackNotAnAddress = "callback_not_an_address"
    case callbackForbiddenScheme = "callback_forbidden_scheme"
    case callbackOwnScheme = "callback_own_scheme"
    case callbackOtherScheme = "callback_other_scheme"
    case callbackUserInfo = "callback_user_info"
    case callbackEncodedHost = "callback_encoded_host"
    case callbackPort = "callback_port"
    case callbackOtherHost = "callback_other_host"
    case callbackOwnAddress = "callback_own_address"
    case callbackFragment = "callback_fragment"
    // The payload.
    case payloadMissing = "payload_missing"
    case payloadTooLong = "payload_too_long"
    case payloadNotBase64 = "payload_not_base64"
    case payloadNotCanonical = "payload_not_canonical"
    case payloadNotUTF8 = "payload_not_utf8"
    case payloadNotJSON = "payload_not_json"
    case payloadTooDeep = "payload_too_deep"
    case payloadDuplicateKey = "payload_duplicate_key"
    case payloadNotAnObject = "payload_not_an_object"
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
