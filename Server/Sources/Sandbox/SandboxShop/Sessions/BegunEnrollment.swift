import ChaveBase
import ChavePixModel
import Pages

/// The proof that this browser began an enrollment: one cookie for each, so that tabs do not overwrite each other's.
///
/// Without the cookie, a return from the bank opens nothing and the shop makes no passkey. An attacker who gets another
/// person to approve at the bank must not make the passkey. No approval may end in a browser that did not ask for it.
enum BegunEnrollment {
    private static let prefix = "chave_shop_begun_"
    /// Longer than all time limits of an enrollment together.
    private static let lifeSeconds = 3_600
    /// The maximum number of these cookies: a person begins no more enrollments in an hour.
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

    /// The enrollments that this browser began in this session, newest first.
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
