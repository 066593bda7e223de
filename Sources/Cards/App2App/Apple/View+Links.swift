#if canImport(SwiftUI)
    import Foundation
    public import SwiftUI

    extension View {
        /// Gives the intake each link that this scene gets: of the app's own scheme, and Universal Links.
        ///
        /// Once, at the scene's outermost view. It works from a cold start on.
        @MainActor
        public func links(to intake: LinkIntake) -> some View {
            onOpenURL { intake.receive($0) }
                .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { intake.receive($0) }
        }
    }
#endif
