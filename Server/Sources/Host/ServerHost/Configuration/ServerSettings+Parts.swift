import ChaveBase

extension ServerSettings {
    /// The parts of a server with these settings, besides payments.
    ///
    /// The result is `nil` when no setting names a part and there may be more settings, such as the flags of
    /// `chave serve`.
    public static func parts(
        _ sources: SettingsSources,
        mayBeMore: Bool
    ) throws(SettingsRefusal) -> ServerParts? {
        var reading = SettingsReading(sources)
        let isSandbox = try reading.flag(.sandbox, otherwise: false)
        let parts = ServerParts(
            isSandbox: isSandbox,
            hasConsole: try reading.flag(.console, otherwise: isSandbox),
            hasSignIn: try reading.flag(.signIn, otherwise: isSandbox),
            hasMailProgram: try reading.text(.sendmail) != nil
        )
        let isSaid = [Setting.sandbox, .console, .signIn].contains { reading.source($0) != SettingsReading.standard }
        return isSaid || !mayBeMore ? parts : nil
    }
}
