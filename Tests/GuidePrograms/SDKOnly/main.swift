import BiometricPixSDK
import Foundation
import GuideSupport
import SwiftUI
import UIKit

// Walks through the program as a person would: picks a bank, approves there, comes back, pays.

let service = BiometricPixService(accessToken: Settings.accessToken)
let enrolling = EnrollmentViewModel(sdk: service.sdk)
let paying = PaymentViewModel(sdk: service.sdk)
let sceneDelegate = SceneDelegate()
sceneDelegate.viewModel = enrolling

UIApplication.shared.visitor = { url in
    BankVisit.approve(url) { callback in
        DispatchQueue.main.async {
            guard let callback else { finish("the bank's page never came back", succeeded: false) }
            sceneDelegate.scene(UIScene(), openURLContexts: [UIOpenURLContext(url: callback)])
        }
    }
}

enrolling.userCPF = Settings.cpf
enrolling.customerCreatedDate = Settings.accountTenure
enrolling.onFinished = { deviceId in
    paying.userCPF = Settings.cpf
    paying.customerCreatedDate = Settings.accountTenure
    paying.loadEnrollments(deviceId: deviceId)
    guard let enrollment = paying.selectedEnrollment else { finish("no enrollment stands", succeeded: false) }
    paying.createPayment(
        amount: Settings.amount,
        enrollmentId: enrollment.id,
        beneficiaryAccountId: Settings.beneficiary
    )
}

_ = EnrollmentView(viewModel: enrolling)
_ = EnrollmentSelectionView(viewModel: paying, savedDeviceId: "")
enrolling.loadInstitutions()
enrolling.selectedInstitution =
    enrolling.institutions.first { $0.displayName == Settings.institution } ?? enrolling.institutions.first
enrolling.requestPermissions()
dispatchMain()
