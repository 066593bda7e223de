import ChavePixModel

extension RiskSignals.ScreenDimensions {
    /// Dimensions in whole pixels; an invalid length counts as 0.
    init(pixelsHigh height: Double, wide width: Double) {
        self.init(height: Int64(exactly: height.rounded()) ?? 0, width: Int64(exactly: width.rounded()) ?? 0)
    }
}
