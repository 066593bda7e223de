#if canImport(UIKit) || canImport(AppKit)
    public import Foundation

    extension LinkIntake {
        /// Receives a Universal Link, in `continue userActivity` of a scene or an app.
        ///
        /// - Returns: whether the activity is a link that a taker accepts.
        @discardableResult
        public func receive(_ activity: NSUserActivity) -> Bool {
            guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL else {
                return false
            }
            return receive(url)
        }
    }
#endif
