import SwiftUI

/// A shop in two screens: tie this device to an account, then pay with it.
@main
struct PixDemoApp: App {
    @StateObject private var shop = Shop()

    var body: some Scene {
        WindowGroup {
            ShopView(shop: shop)
                // The bank has sent the person back: an app scheme in the sandbox, a Universal Link elsewhere.
                .onOpenURL { shop.returned(with: $0) }
        }
    }
}
