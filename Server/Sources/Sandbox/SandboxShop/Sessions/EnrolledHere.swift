import ChaveBase
import ChavePixModel
import Pages

/// What says that the passkey of an enrollment was made in this browser: a cookie of its own for each, so that two tabs do
/// not undo each other's.
///
/// It opens nothing: whoever loses it is warned where there is no need. A person's enrollments are many and its passkey is
/// in one place, so that the shop puts those of this browser first.
enum EnrolledHere {
    private static let prefix = "chave_shop_here_"
    /// As long as browsers keep any cookie.
    private static let lifeSeconds = 400 * 86_400
    /// A request's headers stay small.
    static let most = 12

    /// The cookie for `id`, and the ends of those that are too many with it.
    static func cookies(
        adding id: EnrollmentID,
        to cookies: [String: String],
        _ key: PageKey,
        isSecure: Bool
    ) -> [PageCookie] {
        let excess = all(in: cookies, key).subtracting([id]).sorted(by: >).dropFirst(most - 1)
        let new = cookie(id, value: key.signed(text(id)), isSecure: isSecure)
        return [new] + excess.map { cookie($0, value: nil, isSecure: isSecure) }
    }

    /// Takes the cookie for `id` away.
    static func end(_ id: EnrollmentID, isSecure: Bool) -> PageCookie { cookie(id, value: nil, isSecure: isSecure) }

    static func all(in cookies: [String: String], _ key: PageKey) -> Set<EnrollmentID> {
        Set(
            cookies.compactMap { name, value -> EnrollmentID? in
                guard name.hasPrefix(prefix), let id = EnrollmentID(String(name.dropFirst(prefix.count))),
                    key.text(signed: value)?.utf8.elementsEqual(text(id).utf8) == true
                else { return nil }
                return id
            }
        )
    }

    private static func cookie(_ id: EnrollmentID, value: String?, isSecure: Bool) -> PageCookie {
        PageCookie(
            name: prefix + id.text,
            value: value,
            path: ShopSettings.mountPath,
            lifeSeconds: lifeSeconds,
            isSecure: isSecure
        )
    }

    private static func text(_ id: EnrollmentID) -> String { "enrolled \(id.text) here" }
}
