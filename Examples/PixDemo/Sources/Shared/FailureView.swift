import SwiftUI

/// The words of a failure.
struct FailureView: View {
    let failure: Failure

    var body: some View {
        Label(failure.text, systemImage: failure.mayTryAgain ? "exclamationmark.triangle" : "hourglass")
            .foregroundStyle(.red)
    }
}
