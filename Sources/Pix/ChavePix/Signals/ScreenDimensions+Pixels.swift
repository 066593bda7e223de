import ChavePixModel

extension RiskSignals.ScreenDimensions {
    /// Whole pixels; what is no length counts as none.
    init(pixelsHigh height: Double, wide width: Double) {
        self.init(height: Int64(exactly: height.rounded()) ?? 0, width: Int64(exactly: width.rounded()) ?? 0)
    }
}
