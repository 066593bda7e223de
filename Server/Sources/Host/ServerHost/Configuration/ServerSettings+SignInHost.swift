import ChaveBase
import HTTPKernel

extension ServerSettings {
    /// The address of sign-in, on another host than the payments' (decision 0012).
    ///
    /// A phone lets each merchant's app use the passkeys and open the links of the payments' host, so sign-in cannot
    /// use that host. A sandbox has one host for both.
    static func signInURL(
        _ reading: inout SettingsReading,
        _ configuration: ServerConfiguration,
        _ read: (String, Bool) -> String?
    ) throws(SettingsRefusal) -> String? {
        let text = try reading.text(.signInURL)
        guard configuration.hasSignIn else {
            guard text == nil else {
                throw .missing(.signIn, reason: "an address of sign-in means nothing without it.")
            }
            return nil
        }
        guard !configuration.isSandbox else {
            guard text == nil else { throw .conflict(.signInURL, .sandbox, reason: sandboxReason) }
            return nil
        }
        guard let text else { throw .missing(.signInURL, reason: missingReason) }
        guard let url = read(text, false) else {
            throw .invalid(
                .signInURL,
                source: reading.source(.signInURL),
                rule: "an address such as https://id.example.com"
            )
        }
        let shared = configuration.publicBaseURL.map { SiteName(url: $0).bareHost == SiteName(url: url).bareHost }
        guard shared != true else { throw .conflict(.signInURL, .publicURL, reason: sharedReason) }
        return url
    }

    private static let sandboxReason = "a sandbox signs people in at its one address. Leave sign-in-url out."
    private static let sharedReason =
        "they are one host, and merchants' apps may use its passkeys and open its links. Give sign-in another host."
    private static let missingReason =
        "merchants' apps may use the passkeys and open the links of public-url's host, so sign-in needs another host, "
        + "such as https://id.example.com."

    /// The problem that prevents sign-in on its own host, by `sources` alone; `nil` when there is none or none is
    /// needed.
    public static func problemOfSignInHost(
        _ sources: SettingsSources,
        publicURL read: (_ text: String, _ isSandbox: Bool) -> String?
    ) throws(SettingsRefusal) -> SettingsRefusal? {
        var reading = SettingsReading(sources)
        let isSandbox = try reading.flag(.sandbox, otherwise: false)
        var configuration = ServerConfiguration(dataDirectory: "", isSandbox: isSandbox)
        configuration.hasSignIn = try reading.flag(.signIn, otherwise: isSandbox)
        configuration.publicBaseURL = try reading.text(.publicURL).flatMap { read($0, isSandbox) }
        do throws(SettingsRefusal) {
            _ = try signInURL(&reading, configuration, read)
            return nil
        } catch {
            return error
        }
    }
}

extension ServerConfiguration {
    /// A warning that merchants' apps may use the passkeys of the sign-in host, as in each sandbox.
    ///
    /// A sandbox that other machines can reach is no place for people's real accounts.
    public var sharedHostRisk: String? {
        guard hasSignIn, signInURL == nil, !SiteName(url: baseURL).isLoopback else { return nil }
        return
            "this sandbox signs people in on the host that its association files give to merchants' apps: these may use "
            + "people's passkeys and open their links. Outside the sandbox sign-in has a host of its own (--sign-in-url)"
    }
}
