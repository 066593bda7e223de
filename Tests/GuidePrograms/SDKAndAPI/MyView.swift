import SwiftUI

struct MyView: View {
    @ObservedObject var registrationViewModel = FidoRegistrationViewModel()
    @ObservedObject var authenticationViewModel = FidoAuthenticationViewModel()

    var body: some View { Text("pay") }
}
