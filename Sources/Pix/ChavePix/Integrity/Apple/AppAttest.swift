#if canImport(DeviceCheck) && canImport(Security)
    import ChaveDeviceKeys
    public import ChavePixModel

    /// App Attest for the `integrity` signal: the app's server gives the verdict, this brings it what it needs.
    ///
    /// `PixConfiguration.standard(integrity: AppAttest(backend: shop).integrity)`, where `shop` is the app's own
    /// `AppAttestBackend`. The first verdict takes a key that is made, attested by Apple and registered at the server; if the
    /// collector's two seconds are too short for that, the signals go without `integrity` and the work goes on for the next
    /// ones. The key's identifier lies in the Keychain. After the app was installed anew, its key is gone, Apple refuses the
    /// identifier, and a new key is made; one at most for each verdict.
    ///
    /// An app makes one of these and keeps it. It needs the capability App Attest. Extensions, simulators and many Macs have
    /// no App Attest; signals then go without `integrity`.
    public struct AppAttest: Sendable {
        private let verdicts: AppAttestVerdicts

        /// App Attest of this app, whose statements `backend` verifies.
        public init(backend: any AppAttestBackend) {
            verdicts = AppAttestVerdicts(
                service: SystemAppAttest(),
                backend: backend,
                store: KeychainSecretStore(service: "chave.pix.app-attest", availability: .afterFirstUnlock)
            )
        }

        /// What `PixConfiguration.standard(integrity:)` and `AppleSignalCollector` take; after any error there is no verdict.
        public var integrity: @Sendable (_ signals: RiskSignals) async -> RiskSignals.Integrity? {
            { [verdicts] signals in try? await verdicts.verdict(for: signals) }
        }

        /// The verdict on app and device for `signals`, or why there is none: for an app that wants to know.
        ///
        /// `nil` is the server's own answer.
        public func verdict(for signals: RiskSignals) async throws(AppAttestError) -> RiskSignals.Integrity? {
            try await verdicts.verdict(for: signals)
        }
    }
#endif
