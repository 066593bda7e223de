#if canImport(CryptoKit) && canImport(LocalAuthentication) && canImport(Security)
    import ChaveDeviceKeys
    import CryptoKit
    import Foundation
    import LocalAuthentication
    import Security

    /// The Secure Enclave, through CryptoKit.
    struct AppleEnclave: Enclave {
        var isAvailable: Bool { SecureEnclave.isAvailable }

        func lockFault() -> PlatformFault? {
            var error: NSError?
            guard !LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &error) else { return nil }
            return error.map(PlatformFault.init) ?? .noPasscode
        }

        func makeKey() throws(PlatformFault) -> [UInt8] {
            let control = try AppleEnclave.accessControl()
            do {
                return Array(try SecureEnclave.P256.Signing.PrivateKey(accessControl: control).dataRepresentation)
            } catch {
                throw PlatformFault(error)
            }
        }

        func publicKey(of sealed: [UInt8]) throws(PlatformFault) -> [UInt8] {
            Array(try AppleEnclave.key(sealed, nil).publicKey.x963Representation)
        }

        func makeAsk() -> any EnclaveAsk { AppleEnclaveAsk() }

        /// Opens a sealed key; CryptoKit's error becomes a `PlatformFault`, whose meaning the table of `DeviceKeyError`
        /// gives.
        static func key(
            _ sealed: [UInt8],
            _ context: LAContext?
        ) throws(PlatformFault) -> SecureEnclave.P256.Signing.PrivateKey {
            do {
                return try SecureEnclave.P256.Signing.PrivateKey(
                    dataRepresentation: Data(sealed),
                    authenticationContext: context
                )
            } catch {
                throw PlatformFault(error)
            }
        }

        /// The access control of a key: finger, face or the device's code for each use.
        ///
        /// The key is deleted together with the device's code, and never moves to another device.
        static func accessControl() throws(PlatformFault) -> SecAccessControl {
            let control = SecAccessControlCreateWithFlags(
                nil,
                kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
                [.privateKeyUsage, .userPresence],
                nil
            )
            guard let control else { throw .noAccessControl }
            return control
        }
    }

    extension PlatformFault {
        init(_ error: any Error) {
            let (domain, code) = TollFree.domainAndCode(error)
            self.init(domain: domain, code: code)
        }
    }
#endif
