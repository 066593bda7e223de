import BiometricPixSDK
import Combine
import Foundation
import GuideSupport
import UIKit

/// Enrolls this device, in the seven steps of the guide that uses the SDK alone.
class EnrollmentViewModel: NSObject, ObservableObject {
    private let sdk: BiometricPixSDK
    private var enrollmentId: String?
    private var deviceId: String?
    var userCPF = ""
    var customerCreatedDate = ""
    var onFinished: (String) -> Void = { _ in }

    @Published var institutions: [Institution] = []
    @Published var selectedInstitution: Institution?

    init(sdk: BiometricPixSDK) {
        self.sdk = sdk
        super.init()
    }

    func loadInstitutions() {
        do {
            institutions = try sdk.getPaymentInstitutions()
            say("1 institutions: \(institutions.map(\.displayName))")
        } catch {
            report(error)
        }
    }

    func requestPermissions() {
        sdk.requestPermission { granted in
            DispatchQueue.main.async {
                if let isGranted = granted as? Bool, isGranted {
                    say("2 permission granted")
                    self.startEnrollment()
                } else {
                    self.fail("the permission was refused")
                }
            }
        }
    }

    func startEnrollment() {
        guard let institution = selectedInstitution else { return fail("no institution was selected") }
        do {
            let enrollment = try sdk.createEnrollment(
                cpf: userCPF,
                institution: institution.id,
                accountTenure: customerCreatedDate,
                callbackUrl: Settings.callbackURL
            )
            enrollmentId = enrollment.id
            deviceId = enrollment.details.riskSignals.deviceId
            say("3 enrollment created: \(enrollment.status)")
            if let redirectUrl = enrollment.details.redirectUrl {
                openInstitutionApp(url: redirectUrl)
            } else {
                fail("there is no redirect URL")
            }
        } catch {
            report(error)
        }
    }

    func openInstitutionApp(url: String) {
        guard let url = URL(string: url), UIApplication.shared.canOpenURL(url) else {
            return fail("the bank's page cannot be opened")
        }
        say("4 to the bank")
        UIApplication.shared.open(url)
    }

    func handleEnrollmentCallback(url: URL) {
        do {
            let enrollment = try sdk.completeEnrollmentAfterRedirection(callbackUrl: url.absoluteString)
            say("5 back from the bank: \(enrollment.status)")
            if enrollment.status == "PENDING" {
                getFidoOptions(enrollmentId: enrollment.id)
            } else if enrollment.status == "FAILED" {
                let code = enrollment.statusReasonCode ?? "without a code"
                fail("the enrollment failed: \(code) \(enrollment.statusReasonMessage ?? "")")
            }
        } catch {
            report(error)
        }
    }

    /// The same for an app that takes the callback apart itself.
    func handleEnrollmentCallback(stateParam: String, codeParam: String, idTokenParam: String) {
        do {
            let enrollment = try sdk.completeEnrollmentAfterRedirection(
                state: stateParam,
                code: codeParam,
                idToken: idTokenParam
            )
            getFidoOptions(enrollmentId: enrollment.id)
        } catch {
            report(error)
        }
    }

    func getFidoOptions(enrollmentId: String) {
        if let fidoOptions = sdk.getFidoRegistrationOptions(enrollmentId: enrollmentId) {
            say("6 registration options")
            startBiometricRegistration(fidoOptions: fidoOptions)
        } else {
            fail("the bank gave no registration options in time")
        }
    }

    func startBiometricRegistration(fidoOptions: FidoRegistrationOptions) {
        do {
            try sdk.startRegistration(fidoResponseString: fidoOptions.toJsonString(), callback: self)
        } catch {
            report(error)
        }
    }

    private func fail(_ reason: String) { finish(reason, succeeded: false) }
    private func showEnrollmentSuccess() { onFinished(deviceId ?? "") }
}

extension EnrollmentViewModel: FidoRegistrationCallback {
    func onSuccess(credential: PublicKeyCredential, response: AuthenticatorAttestationResponse) {
        guard let enrollmentId = self.enrollmentId else { return }
        let success = sdk.confirmEnrollment(enrollmentId: enrollmentId, credential: credential, response: response)
        say("7 credential registered: \(success)")
        DispatchQueue.main.async {
            if success {
                self.showEnrollmentSuccess()
            } else {
                self.fail("the bank refused the credential")
            }
        }
    }

    func onError(error: String) {
        DispatchQueue.main.async { self.fail(error) }
    }
}
