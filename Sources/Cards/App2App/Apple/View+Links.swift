#if canImport(SwiftUI)
    import Foundation
    public import SwiftUI

    extension View {
        /// Passes each link of this scene to the intake: links of the app's own scheme, and Universal Links.
        ///
        /// Use it once, at the scene's outermost view. It works from a cold start on.
        @MainActor
        public func links(to intake: LinkIntake) -> some View {
            onOpenURL { intake.receive($0) }
                .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { intake.receive($0) }
        }
    }
#endif
