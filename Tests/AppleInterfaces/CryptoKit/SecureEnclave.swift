public import FoundationAdditions
public import LocalAuthentication
public import Security

// https://developer.apple.com/documentation/cryptokit/secureenclave
public enum SecureEnclave {
    public static var isAvailable: Bool { fatalError() }

    // https://developer.apple.com/documentation/cryptokit/secureenclave/p256
    public enum P256 {
        // https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing
        public enum Signing {
            // https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey
            public struct PrivateKey: Sendable {
                public init(
                    compactRepresentable: Bool = true,
                    accessControl: SecAccessControl? = nil,
                    authenticationContext: LAContext? = nil
                ) throws { fatalError() }

                public init(
                    dataRepresentation: Data,
                    authenticationContext: LAContext? = nil
                ) throws { fatalError() }

                public var publicKey: Crypto.P256.Signing.PublicKey { fatalError() }
                public var dataRepresentation: Data { fatalError() }

                public func signature<D: DataProtocol>(
                    for data: D
                ) throws -> Crypto.P256.Signing.ECDSASignature { fatalError() }

                public func signature<D: Digest>(
                    for digest: D
                ) throws -> Crypto.P256.Signing.ECDSASignature { fatalError() }
            }
        }
    }
}
