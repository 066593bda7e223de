import BiometricPixSDK
import Foundation
import SwiftUI

/// Asks for the permission, with an SDK that has no token: the merchant's server makes the calls.
struct PermissionRequestExample: View {
    @State private var permissionGranted: Bool? = nil
    private let sdk = BiometricPixSDK()

    var body: some View { Text(permissionGranted == true ? "granted" : "not granted") }

    func requestPermission(then next: @escaping (Bool) -> Void) {
        sdk.requestPermission { granted in
            DispatchQueue.main.async {
                permissionGranted = granted as? Bool
                next(permissionGranted == true)
            }
        }
    }
}

/// Collects the signals that the merchant's server forwards.
struct RiskSignalsView: View {
    private let sdk = BiometricPixSDK()

    var body: some View { Text("signals") }

    func collectRiskSignals(accountTenure: String) -> RiskSignals? {
        do {
            return try sdk.collectRiskSignals(accountTenure: accountTenure)
        } catch {
            return nil
        }
    }
}
