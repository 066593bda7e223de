import ChaveBase
import ChavePixModel
import Pages

/// The note that this browser made an enrollment's passkey: one cookie for each, so that tabs do not overwrite each
/// other's.
///
/// The cookie grants no access: a browser that loses it only shows a needless warning. A person has many enrollments,
/// and each passkey is in one place. Therefore the shop lists this browser's enrollments first.
enum EnrolledHere {
    private static let prefix = "chave_shop_here_"
    /// The maximum life of any cookie in browsers.
    private static let lifeSeconds = 400 * 86_400
    /// The maximum number of these cookies, so that a request's headers stay small.
    static let most = 12

    /// The cookie for `id`, and the removal of cookies above the maximum.
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

    /// Removes the cookie for `id`.
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
