import ChaveBase
import Testing

@testable import BiometricPixSDK

/// A blocking call inside a task is told to the developer, once.
@Suite struct BlockingWarningTests {
    private let written = Locked<[String]>([])

    private func warning(isDebugBuild: Bool = true) -> BlockingWarning {
        let written = written
        return BlockingWarning(isDebugBuild: isDebugBuild) { text in written.withLock { $0.append(text) } }
    }

    @Test func aBlockingCallInsideATaskIsToldOnce() async {
        let warning = warning()
        await Task {
            warning.note("getPaymentInstitutions()")
            warning.note("listEnrollments(deviceId:)")
        }.value
        #expect(
            written.withLock { $0 } == [
                "BiometricPixSDK: getPaymentInstitutions() blocks its thread and was called from a task; "
                    + "use sdk.client there.\n"
            ]
        )
    }

    @Test func theCallItselfTells() async {
        let warning = warning()
        let value = await Task { Blocking.wait("authorizePaymentIntent", warning: warning) { 7 } }.value
        #expect(value == 7)
        #expect(written.withLock { $0.count } == 1)
        #expect(written.withLock { $0.first?.contains("authorizePaymentIntent") } == true)
    }

    @Test func aThreadOfTheAppsIsNoTask() async throws {
        let warning = warning()
        let value = try await onThread { Blocking.wait("getPaymentInstitutions()", warning: warning) { 7 } }
        #expect(value == 7)
        #expect(written.withLock { $0 }.isEmpty)
    }

    @Test func aReleasedAppSaysNothing() async {
        let warning = warning(isDebugBuild: false)
        await Task { warning.note("getPaymentInstitutions()") }.value
        #expect(written.withLock { $0 }.isEmpty)
    }
}
