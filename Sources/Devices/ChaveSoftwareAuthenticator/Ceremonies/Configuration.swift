package import ChaveWire
import Foundation

extension SoftwareAuthenticator {
    /// The authenticator's inputs besides its store and the person.
    public struct Configuration: Sendable {
        /// The origin in the client data.
        public enum Origin: Sendable, Hashable {
            /// `https://<rp id>`, as on a platform for an app associated with this domain.
            case relyingParty
            /// Always this origin; for a web origin the relying party's id must be its host or a parent domain of it.
            case fixed(String)
        }

        /// The attestation statement of a registration when the options request one (WebAuthn Level 3, section 5.4.7).
        public enum Attestation: Sendable, Hashable {
            /// No statement about the authenticator.
            case none
            /// A signature by the credential's own key (section 8.2, self attestation).
            case packedSelf
        }

        /// The relying party's id for options without one.
        public var defaultRelyingPartyID: String?
        /// The origin in the client data.
        public var origin: Origin
        /// The attestation statement of a registration.
        public var attestation: Attestation
        /// The choice between several accounts when the relying party names no credential.
        public var accountChoice: AccountChoice
        /// The authenticator's attachment: `platform` or `cross-platform`.
        public var attachment: String
        /// The random source for credential ids; the crypto library generates keys itself.
        public var randomBytes: @Sendable (_ count: Int) -> [UInt8]
        /// The clock, in seconds since 1970.
        public var now: @Sendable () -> Int64

        // Only tests set the next three properties, to reproduce a published vector.

        /// The key that a registration with its algorithm uses instead of a new key.
        package var importedKey: CredentialPrivateKey?
        package var aaguid = SoftwareAuthenticator.aaguid
        /// BE and BS, which would be false for the keys of this authenticator.
        package var backupFlags: AuthenticatorData.Flags = []

        /// Creates a configuration; a test passes its own randomness and time.
        public init(
            defaultRelyingPartyID: String? = nil,
            origin: Origin = .relyingParty,
            attestation: Attestation = .none,
            accountChoice: AccountChoice = .newest,
            attachment: String = "platform",
            randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8] = Configuration.systemRandomBytes,
            now: @escaping @Sendable () -> Int64 = Configuration.systemTime
        ) {
            self.defaultRelyingPartyID = defaultRelyingPartyID
            self.origin = origin
            self.attestation = attestation
            self.accountChoice = accountChoice
            self.attachment = attachment
            self.randomBytes = randomBytes
            self.now = now
        }

        /// The system's random generator, strong enough for keys.
        public static let systemRandomBytes: @Sendable (_ count: Int) -> [UInt8] = { RandomBytes.system($0) }

        /// The system's clock.
        public static let systemTime: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    }
}
