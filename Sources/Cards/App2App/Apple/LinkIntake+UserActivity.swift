#if canImport(UIKit) || canImport(AppKit)
    public import Foundation

    extension LinkIntake {
        /// For `continue userActivity` of a scene or an app: a Universal Link.
        ///
        /// - Returns: whether it is a link and for one of the takers.
        @discardableResult
        public func receive(_ activity: NSUserActivity) -> Bool {
            guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL else {
                return false
            }
            return receive(url)
        }
    }
#endif
