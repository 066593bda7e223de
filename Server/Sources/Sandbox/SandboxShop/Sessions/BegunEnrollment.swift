import ChaveBase
import ChavePixModel
import Pages

/// What says that an enrollment was begun in this browser: a cookie of its own for each, so that two tabs do not undo each
/// other's.
///
/// Without it a return from the bank opens nothing and no passkey is made: whoever gets somebody else to approve at the bank
/// must not make the passkey, and nobody's approval may end in a browser that did not ask for it.
enum BegunEnrollment {
    private static let prefix = "chave_shop_begun_"
    /// Longer than all time limits of an enrollment together.
    private static let lifeSeconds = 3_600
    /// A browser sends no more of them than a person begins in an hour.
    private static let most = 8

    static func cookie(_ id: EnrollmentID, _ session: ShopSession, _ key: PageKey, isSecure: Bool) -> PageCookie {
        PageCookie(
            name: prefix + id.text,
            value: key.signed(text(id, session)),
            path: ShopSettings.mountPath,
            lifeSeconds: lifeSeconds,
            isSecure: isSecure
        )
    }

    /// Those that this browser began in this session, the latest first.
    static func all(in cookies: [String: String], _ session: ShopSession, _ key: PageKey) -> [EnrollmentID] {
        let known = cookies.compactMap { name, value -> EnrollmentID? in
            guard name.hasPrefix(prefix), let id = EnrollmentID(String(name.dropFirst(prefix.count))),
                key.text(signed: value)?.utf8.elementsEqual(text(id, session).utf8) == true
            else { return nil }
            return id
        }
        return Array(known.sorted(by: >).prefix(most))
    }

    private static func text(_ id: EnrollmentID, _ session: ShopSession) -> String {
        "begun \(id.text) in \(session.id)"
    }
}
