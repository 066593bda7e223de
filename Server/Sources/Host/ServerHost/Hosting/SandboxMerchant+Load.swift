public import ChaveBase
public import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel

/// The merchant of `chave load`, which a first run makes beside the running server.
extension SandboxMerchant {
    /// The name of its organisation.
    static let nameOfLoad = "chave load"

    /// Makes the merchant's keys, and keeps the merchant in `load.json`; an organisation of an earlier run is taken.
    ///
    /// `openAccount` opens the account that receives payments, by the new keys.
    ///
    /// - Throws: ``DataDirectory/Missing`` when the server's data are not at the place.
    public static func makeForLoad(
        in place: DataPlace,
        openAccount: (_ secretID: String, _ secretPassword: String) async throws -> BankAccountID
    ) async throws -> SandboxMerchant {
        let (organisation, key) = try await keysOfLoad(in: place)
        let merchant = SandboxMerchant(
            organisation: organisation,
            secretID: key.key.id.text,
            secretPassword: key.password,
            beneficiary: try await openAccount(key.key.id.text, key.password)
        )
        try PrivateFile.write(merchant.json.encoded(), to: Role.load.path(in: place.directory))
        return merchant
    }

    private static func keysOfLoad(in place: DataPlace) async throws -> (OrganisationID, NewAPIKey) {
        var made: (OrganisationID, NewAPIKey)?
        try await DataDirectory.administer(place) { administration in
            let known = try await administration.organisations().first { $0.name == nameOfLoad }
            let organisation =
                if let known { known } else { try await administration.createOrganisation(name: nameOfLoad) }
            made = (organisation.id, try await administration.createKey(for: organisation.id, label: nameOfLoad))
        }
        guard let made else { throw DataDirectory.Missing(place: place) }
        return made
    }
}
