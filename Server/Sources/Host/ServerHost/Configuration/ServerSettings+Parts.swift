import ChaveBase

extension ServerSettings {
    /// The address where a server with these settings listens; `isSandbox` counts unless they say otherwise.
    public static func listener(
        _ sources: SettingsSources,
        isSandbox: Bool
    ) throws(SettingsRefusal) -> ServerConfiguration.Listener {
        var reading = SettingsReading(sources)
        let isSandbox = try reading.flag(.sandbox, otherwise: isSandbox)
        return try listener(&reading, isSandbox: isSandbox)
    }

    static func listener(
        _ reading: inout SettingsReading,
        isSandbox: Bool
    ) throws(SettingsRefusal) -> ServerConfiguration.Listener {
        let address = try reading.text(.bind, otherwise: isSandbox ? "127.0.0.1" : "0.0.0.0")
        return ServerConfiguration.Listener(address: address, port: try reading.number(.port, otherwise: 8_080))
    }

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
