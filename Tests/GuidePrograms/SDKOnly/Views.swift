import BiometricPixSDK
import Foundation
import SwiftUI

struct InstitutionPickerView: View {
    @ObservedObject var viewModel: EnrollmentViewModel

    var body: some View {
        List(viewModel.institutions) { institution in
            Button(action: {
                viewModel.selectedInstitution = institution
            }) {
                HStack {
                    AsyncImage(url: URL(string: institution.iconLogo)).frame(width: 40, height: 40)
                    Text(institution.displayName)
                }
            }
        }
        .onAppear { viewModel.loadInstitutions() }
    }
}

struct EnrollmentSelectionView: View {
    @ObservedObject var viewModel: PaymentViewModel
    let savedDeviceId: String

    var body: some View {
        List(viewModel.enrollments) { enrollment in
            Button(action: {
                viewModel.selectedEnrollment = enrollment
            }) {
                HStack {
                    if let institution = enrollment.institution {
                        AsyncImage(url: URL(string: institution.iconLogo)).frame(width: 40, height: 40)
                        VStack(alignment: .leading) {
                            Text(institution.displayName)
                            Text("\(enrollment.status)").font(.caption).foregroundColor(.gray)
                        }
                    }
                }
            }
        }
        .onAppear { viewModel.loadEnrollments(deviceId: savedDeviceId) }
    }
}

struct EnrollmentView: View {
    @StateObject private var viewModel: EnrollmentViewModel

    init(viewModel: EnrollmentViewModel) { _viewModel = StateObject(wrappedValue: viewModel) }

    var body: some View { InstitutionPickerView(viewModel: viewModel) }
}
