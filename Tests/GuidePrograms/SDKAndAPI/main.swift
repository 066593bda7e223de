import BiometricPixSDK
import Foundation
import GuideSupport

let view = MyView()
let flow = Flow(registering: view.registrationViewModel, authenticating: view.authenticationViewModel)

PermissionRequestExample().requestPermission { isGranted in
    say("permission: \(isGranted)")
    guard let signals = RiskSignalsView().collectRiskSignals(accountTenure: Settings.accountTenure) else {
        finish("no signals", succeeded: false)
    }
    flow.begin(with: signals)
}
dispatchMain()
