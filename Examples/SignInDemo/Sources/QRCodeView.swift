import BeyondIdentityEmbedded
import SwiftUI

/// The SDK's picture of the nine digits.
struct QRCodeView: View {
    let code: QRCode

    var body: some View { Image(uiImage: code) }
}
