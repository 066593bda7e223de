package import ChaveWire
import Foundation

extension SoftwareAuthenticator {
    /// What the authenticator takes from outside beside its store and the person.
    public struct Configuration: Sendable {
        /// Who the client says it is.
        public enum Origin: Sendable, Hashable {
            /// `https://<rp id>`, as a platform says for an app associated with that domain.
            case relyingParty
            /// Always this; with a web origin the relying party's id must be its host or a parent domain of it.
            case fixed(String)
        }

        /// What a registration says of this authenticator when the options ask (WebAuthn Level 3, section 5.4.7).
        public enum Attestation: Sendable, Hashable {
            /// No statement: nothing is said about the authenticator.
            case none
            /// The credential's own key signs (section 8.2, self attestation).
            case packedSelf
        }

        /// Counts when the options name no relying party.
        public var defaultRelyingPartyID: String?
        /// What the client data names as origin.
        public var origin: Origin
        /// What a registration says about the authenticator.
        public var attestation: Attestation
        /// Which account signs where the relying party names no credential and there are several.
        public var accountChoice: AccountChoice
        /// What it calls itself: `platform` or `cross-platform`.
        public var attachment: String
        /// For credential ids; keys are drawn by the cryptographic library itself.
        public var randomBytes: @Sendable (_ count: Int) -> [UInt8]
        /// Seconds since 1970.
        public var now: @Sendable () -> Int64

        // Tests alone set these three, to make a published vector again.

        /// What a registration of its algorithm takes in place of a new key.
        package var importedKey: CredentialPrivateKey?
        package var aaguid = SoftwareAuthenticator.aaguid
        /// BE and BS, which would be untrue of keys that are kept here.
        package var backupFlags: AuthenticatorData.Flags = []

        /// Randomness and time come in here, so that a test can pass its own.
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

        /// The system's generator, fit for keys.
        public static let systemRandomBytes: @Sendable (_ count: Int) -> [UInt8] = { RandomBytes.system($0) }

        /// The system's clock.
        public static let systemTime: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
    }
}
