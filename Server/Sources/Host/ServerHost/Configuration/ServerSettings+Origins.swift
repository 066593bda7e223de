import ChaveBase
import HTTPKernel
import SignInModel

extension ServerSettings {
    /// The origins of other pages that use a sandbox's passkeys.
    ///
    /// The passkeys belong to `localhost`, and a browser lets no other host use them. Banks on the wire have the origins
    /// of a software statement, which a setting cannot change.
    static func origins(
        _ reading: inout SettingsReading,
        _ configuration: ServerConfiguration
    ) throws(SettingsRefusal) -> [String] {
        guard let list = try reading.text(.origins) else { return [] }
        guard configuration.isSandbox else {
            throw .missing(.sandbox, reason: "outside of it the software statement names the origins.")
        }
        guard configuration.openFinanceFile == nil else {
            throw .conflict(.origins, .openFinance, reason: "the software statement names the origins.")
        }
        let origins = list.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        guard origins.allSatisfy(isOfThisMachine) else {
            throw .invalid(
                .origins,
                source: reading.source(.origins),
                rule: "origins of localhost such as http://localhost:8081, with commas between them"
            )
        }
        return origins
    }

    /// Whether the text is an origin of `localhost`, written as a browser writes it.
    private static func isOfThisMachine(_ text: String) -> Bool {
        PageOrigin(sent: text)?.text == text && SiteName(url: text).host == "localhost"
    }
}
