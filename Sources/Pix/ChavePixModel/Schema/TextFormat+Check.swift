import ChaveBase

extension TextFormat {
    /// Whether `text` has this format; the field limits the length.
    func accepts(_ text: String, in context: SchemaContext) -> Bool {
        switch self {
        case .plain: !text.isEmpty && !text.unicodeScalars.contains(where: isControl)
        case .partOfName: text.unicodeScalars.count >= 3 && !text.unicodeScalars.contains(where: isControl)
        case .anyText: true
        case .token: !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        case .uuid: ResourceID<ResourceKind>(text) != nil
        case .date: CalendarDate(iso: text).map { context.hasCome($0) } ?? false
        case .anyDate: CalendarDate(iso: text) != nil
        case .timestamp: Timestamp(rfc3339: text) != nil
        case .taxIdentifier: TaxIdentifier(text) != nil
        case .callbackURL: CallbackURL(text, rules: context.callbackRules) != nil
        case .webhookURL: TextFormat.isWebhookURL(text)
        case .timeZoneOffset: TextFormat.isTimeZoneOffset(text)
        case .language: text.utf8.count == 2 && text.utf8.allSatisfy(isLowercase)
        case .email: TextFormat.isEmail(text)
        case .phone: TextFormat.isPhone(text)
        case .agency: TextFormat.isDigits(text, 1...4)
        case .accountNumber: TextFormat.isDigits(text, 1...20)
        case .pixKey: TextFormat.isPixKey(text)
        case .appID: AppIdentifier.isTeamAndBundle(text) || AppIdentifier.isPackageName(text)
        case .certificateFingerprint: TextFormat.isCertificateFingerprint(text)
        case .endToEndID: EndToEndID(text) != nil
        case .pageCursor: TextFormat.isPageCursor(text)
        }
    }

    /// Whether `text` is `after.` or `before.` and a UUID in the form of responses.
    private static func isPageCursor(_ text: String) -> Bool {
        for side in ["after.", "before."] where text.utf8.starts(with: side.utf8) {
            let id = String(text.dropFirst(side.utf8.count))
            return ResourceID<ResourceKind>(id)?.text.hasSameBytes(as: id) ?? false
        }
        return false
    }

    private static func isWebhookURL(_ text: String) -> Bool {
        let scheme = ["https://", "http://"].first { text.utf8.starts(with: $0.utf8) }
        guard let scheme, text.utf8.count > scheme.utf8.count else { return false }
        return text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func isDigits(_ text: String, _ count: ClosedRange<Int>) -> Bool {
        count.contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
    }

    /// Whether `text` is `±hh` or `±hh:mm`; no place on earth is more than 14 hours away from UTC.
    private static func isTimeZoneOffset(_ text: String) -> Bool {
        var reader = DigitReader(text.utf8)
        guard reader.skip("+") || reader.skip("-"), let hours = reader.take(2), hours <= 14 else { return false }
        if reader.isAtEnd { return true }
        guard reader.skip(":"), let minutes = reader.take(2) else { return false }
        return minutes < 60 && reader.isAtEnd
    }

    /// Whether `text` has one `@` between two parts of visible ASCII, and a point in the second part.
    ///
    /// The check catches a slip; it does not find out whether the mailbox exists.
    private static func isEmail(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].count) else { return false }
        return HostName.isDomain(parts[1]) && parts[1].contains(UInt8(ascii: "."))
    }

    private static func isPhone(_ text: String) -> Bool {
        isDigits(text.utf8.first == UInt8(ascii: "+") ? String(text.dropFirst()) : text, 8...15)
    }

    private static func isPixKey(_ text: String) -> Bool {
        if text.utf8.first == UInt8(ascii: "+") { return isDigits(String(text.dropFirst()), 8...14) }
        return TaxIdentifier(text) != nil || isEmail(text) || ResourceID<ResourceKind>(text) != nil
    }

    private static func isCertificateFingerprint(_ text: String) -> Bool {
        let pairs = Array(text.utf8).split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return pairs.count == 32
            && pairs.allSatisfy { $0.count == 2 && $0.allSatisfy { hexValue($0) != nil } }
    }
}

/// Whether `scalar` is C0, DEL, C1, a line or paragraph separator, or a mark that turns the direction of a text.
///
/// With such a mark, a name could pretend to be another name.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
}
