#if canImport(DeviceCheck)
    import DeviceCheck
    import Foundation

    /// Apple's own service.
    struct SystemAppAttest: AppAttestService {
        var isSupported: Bool { DCAppAttestService.shared.isSupported }

        func generateKey() async throws(AppAttestFault) -> String {
            do {
                return try await DCAppAttestService.shared.generateKey()
            } catch {
                throw AppAttestFault(error)
            }
        }

        func attest(_ key: String, hash: [UInt8]) async throws(AppAttestFault) -> [UInt8] {
            do {
                return Array(try await DCAppAttestService.shared.attestKey(key, clientDataHash: Data(hash)))
            } catch {
                throw AppAttestFault(error)
            }
        }

        func assertion(by key: String, hash: [UInt8]) async throws(AppAttestFault) -> [UInt8] {
            do {
                return Array(try await DCAppAttestService.shared.generateAssertion(key, clientDataHash: Data(hash)))
            } catch {
                throw AppAttestFault(error)
            }
        }
    }

    extension AppAttestFault {
        fileprivate init(_ error: any Error) {
            guard let code = (error as? DCError)?.code else {
                self = .other(-1)
                return
            }
            switch code {
            case .featureUnsupported: self = .unsupported
            case .invalidKey: self = .invalidKey
            case .serverUnavailable: self = .serverUnavailable
            default: self = .other(code.rawValue)
            }
        }
    }
#endif
