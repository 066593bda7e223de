import BeyondIdentityEmbedded
import SwiftUI

/// The SDK's picture of the nine digits.
struct QRCodeView: View {
    let code: QRCode

    var body: some View {
        #if canImport(UIKit)
            Image(uiImage: code)
        #else
            Image(nsImage: code.image)
        #endif
    }
}
