#if canImport(CryptoKit) && canImport(LocalAuthentication) && canImport(Security)
    import CryptoKit
    import Foundation
    import LocalAuthentication
    import Security

    /// One authentication context: it asks the person, then lets the key sign without asking again.
    ///
    /// The conformance is unchecked because `LAContext` is not Sendable. One caller uses the context, one call at a
    /// time. The only exception is `invalidate()`: it comes from the thread that cancels a task, and ends the
    /// evaluation under way.
    final class AppleEnclaveAsk: EnclaveAsk, @unchecked Sendable {
        private let context = LAContext()

        func verify(reason: String) async throws(PlatformFault) {
            let control = try AppleEnclave.accessControl()
            let isVerified: Bool
            do {
                isVerified = try await context.evaluateAccessControl(
                    control,
                    operation: .useKeySign,
                    localizedReason: reason
                )
            } catch {
                throw PlatformFault(error)
            }
            guard isVerified else { throw .notVerified }
        }

        func sign(_ message: [UInt8], with sealed: [UInt8]) async throws(PlatformFault) -> [UInt8] {
            // The chip may block its caller, so the call must not run on a thread of Swift's own pool.
            try await BlockingCall.run { self.signature(message, sealed) }.get()
        }

        func end() { context.invalidate() }

        private func signature(_ message: [UInt8], _ sealed: [UInt8]) -> Result<[UInt8], PlatformFault> {
            do throws(PlatformFault) {
                let key = try AppleEnclave.key(sealed, context)
                do {
                    return .success(Array(try key.signature(for: Data(message)).derRepresentation))
                } catch {
                    throw PlatformFault(error)
                }
            } catch {
                return .failure(error)
            }
        }
    }
#endif
