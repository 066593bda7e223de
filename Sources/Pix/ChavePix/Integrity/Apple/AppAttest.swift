#if canImport(DeviceCheck) && canImport(Security)
    import ChaveDeviceKeys
    public import ChavePixModel

    /// App Attest for the `integrity` signal: the app's server gives the verdict, and this type brings it the
    /// statements.
    ///
    /// Use it with `PixConfiguration.standard(integrity: AppAttest(backend: shop).integrity)`, where `shop` is the
    /// app's own `AppAttestBackend`. The first verdict needs a key that is made, attested by Apple and registered at
    /// the server. If the collector's two seconds are too short for that, the signals go without `integrity`, and the
    /// work continues for the next signals. The key's identifier is in the Keychain. After a new installation of the
    /// app, its key is gone, and Apple refuses the identifier. Then a new key is made, at most one for each verdict.
    ///
    /// An app makes one of these and keeps it. The app needs the capability App Attest. Extensions, simulators and many
    /// Macs have no App Attest; signals then go without `integrity`.
    public struct AppAttest: Sendable {
        private let verdicts: AppAttestVerdicts

        /// App Attest of this app; `backend` verifies the statements.
        public init(backend: any AppAttestBackend) {
            verdicts = AppAttestVerdicts(
                service: SystemAppAttest(),
                backend: backend,
                store: KeychainSecretStore(service: "chave.pix.app-attest", availability: .afterFirstUnlock)
            )
        }

        /// The closure for `PixConfiguration.standard(integrity:)` and `AppleSignalCollector`; it returns `nil` after
        /// any error.
        public var integrity: @Sendable (_ signals: RiskSignals) async -> RiskSignals.Integrity? {
            { [verdicts] signals in try? await verdicts.verdict(for: signals) }
        }

        /// The verdict on app and device for `signals`; throws the reason why there is none.
        ///
        /// `nil` is the server's own answer.
        public func verdict(for signals: RiskSignals) async throws(AppAttestError) -> RiskSignals.Integrity? {
            try await verdicts.verdict(for: signals)
        }
    }
#endif
