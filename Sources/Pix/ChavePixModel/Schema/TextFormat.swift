/// The format of the text in a string field.
///
/// It may gain cases in any minor release; switch with a default.
public enum TextFormat: String, Hashable, Sendable, CaseIterable {
    /// At least one character, none of them a control character.
    case plain
    /// At least three characters without control characters: a part of a name to search for.
    case partOfName
    /// Any text, also an empty one: text of other parties, which is cleaned before it is shown.
    case anyText
    /// Visible ASCII without spaces: tokens, codes, and ids that other parties made.
    case token
    /// A UUID in its canonical form.
    case uuid
    /// `YYYY-MM-DD`, an existing date that has come or comes tomorrow in UTC.
    case date
    /// `YYYY-MM-DD`, an existing date, past or future.
    case anyDate
    /// A moment in UTC, as RFC 3339 writes it.
    case timestamp
    /// CPF or CNPJ with correct check digits, without punctuation.
    case taxIdentifier
    /// A URL that ``CallbackURL`` accepts.
    case callbackURL
    /// The URL of a webhook; the server decides which hosts and ports are allowed.
    case webhookURL
    /// `±hh` or `±hh:mm`.
    case timeZoneOffset
    /// Two letters of ISO 639-1.
    case language
    /// One `@` between two parts.
    case email
    /// 8 to 15 digits, `+` before them allowed.
    case phone
    /// The number of a branch: 1 to 4 digits.
    case agency
    /// The number of an account with its check digit.
    case accountNumber
    /// A Pix key of any kind.
    case pixKey
    /// An iOS app's `TEAM_ID.BUNDLE_ID`, or an Android package's name.
    case appID
    /// SHA-256 of an Android app's signing certificate, as Android's tools print it.
    case certificateFingerprint
    /// A Pix payment's `E…`, of 32 characters.
    case endToEndID
    /// The start of a list page: before or after an object.
    case pageCursor

    /// The regular expression for the OpenAPI document; `nil` when the format has none.
    public var pattern: String? {
        switch self {
        case .token: "^[\\x21-\\x7E]+$"
        case .date, .anyDate: "^\(TextPatterns.day("-"))$"
        case .timestamp: "^\(TextPatterns.day("-"))[Tt]\(TextPatterns.time)$"
        case .taxIdentifier: "^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$"
        case .timeZoneOffset: "^[+-](0[0-9]|1[0-4])(:[0-5][0-9])?$"
        case .webhookURL: "^https?://[\\x21-\\x7E]+$"
        case .language: "^[a-z]{2}$"
        case .phone: "^\\+?[0-9]{8,15}$"
        case .agency: "^[0-9]{1,4}$"
        case .accountNumber: "^[0-9]{1,20}$"
        case .appID: "^([A-Z0-9]{10}\\.[A-Za-z0-9.-]+|([A-Za-z][A-Za-z0-9_]*\\.)+[A-Za-z][A-Za-z0-9_]*)$"
        case .certificateFingerprint: "^([0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$"
        case .pageCursor: "^(?:after|before)\\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
        case .endToEndID: "^E[0-9A-Z]{8}\(TextPatterns.day(""))(?:[01][0-9]|2[0-3])[0-5][0-9][0-9A-Za-z]{11}$"
        case .email: "^\(TextPatterns.email)$"
        case .plain, .partOfName, .anyText, .uuid, .callbackURL, .pixKey: nil
        }
    }

    /// The `format` of the OpenAPI document.
    public var openAPIFormat: String? {
        switch self {
        case .uuid: "uuid"
        case .date, .anyDate: "date"
        case .timestamp: "date-time"
        case .callbackURL, .webhookURL: "uri"
        case .email: "email"
        case .plain, .partOfName, .anyText, .token, .taxIdentifier, .timeZoneOffset, .language, .phone, .agency,
            .accountNumber,
            .pixKey, .appID, .certificateFingerprint, .endToEndID, .pageCursor:
            nil
        }
    }

    /// The value to send, in words that follow "Send".
    public var advice: String {
        switch self {
        case .plain: "a string that is not empty, without control characters"
        case .partOfName: "at least three characters of the name, without control characters"
        case .anyText: "a string"
        case .token: "a string of visible ASCII characters without spaces"
        case .uuid: "a UUID"
        case .date: "a date that exists and has come, as YYYY-MM-DD"
        case .anyDate: "a date that exists, as YYYY-MM-DD"
        case .timestamp: "a time as RFC 3339, such as 2024-11-26T11:20:57.389056Z"
        case .taxIdentifier:
            "a CPF (11 digits) or CNPJ (14 characters) without punctuation whose check digits are right"
        case .callbackURL:
            "an https URL without user info, fragment, repeated query parameters or the parameters that the bank adds"
        case .webhookURL: "an https URL in visible ASCII characters"
        case .timeZoneOffset: "an offset from UTC such as -03 or -03:00"
        case .language: "the two lower-case letters of an ISO 639-1 language, such as pt"
        case .email: "an e-mail address"
        case .phone: "a telephone number of 8 to 15 digits, with + before the country code if there is one"
        case .agency: "the branch number, 1 to 4 digits"
        case .accountNumber: "the account number with its check digit, 1 to 20 digits"
        case .pixKey: "a Pix key: CPF, CNPJ, e-mail address, telephone number as +55..., or UUID"
        case .appID: "the app's id: TEAM_ID.BUNDLE_ID for iOS, the package name for Android"
        case .certificateFingerprint: "a SHA-256 fingerprint: 32 pairs of hexadecimal digits with colons between them"
        case .pageCursor: "the cursor from next or previous, as it is"
        case .endToEndID: "an end-to-end id of 32 characters that starts with E"
        }
    }
}
