import ChaveBase
import ChaveDeviceKeys
import ChaveTransport
import ChaveWire
import Crypto

/// The tokens of one client at one server, in the device's sealed store.
struct TokenStore: Sendable {
    private static let prefix = "sign-in/tokens/"

    let store: any SecretStore
    private let name: String

    init(_ store: any SecretStore, client: String, at base: BaseURL) {
        self.store = store
        let bytes = JSONValue.array([.string(base.text), .string(client)]).encoded()
        name = TokenStore.prefix + Base64URL.encode(Array(SHA256.hash(data: bytes)))
    }

    /// The stored tokens; damaged tokens count as missing, since a sign-in gives others.
    func kept() -> KeptTokens? {
        let bytes = (try? store.secret(name)) ?? nil
        return bytes.flatMap(KeptTokens.init)
    }

    func keep(_ tokens: KeptTokens) throws(SignInError) {
        do { try store.setSecret(name, tokens.content.encoded()) } catch { throw SignInError(error) }
    }

    func remove() throws(SignInError) {
        do { try store.removeSecret(name) } catch { throw SignInError(error) }
    }

    /// Removes all tokens that came from a credential of that tenant, for every client, and all unreadable tokens.
    static func removeAll(of tenant: String, in store: any SecretStore) throws(SignInError) {
        do {
            for name in try store.secretNames() where name.hasPrefix(prefix) {
                let tokens = ((try? store.secret(name)) ?? nil).flatMap(KeptTokens.init)
                if tokens == nil || tokens?.tenant == tenant { try store.removeSecret(name) }
            }
        } catch {
            throw SignInError(error)
        }
    }
}
