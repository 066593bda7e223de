import ChaveBase
import ChavePixModel
import ChaveWire
import ServerHost

/// The merchant of a run in a sandbox: an organisation of its own, so that the shop has none of the run's payments.
struct LoadMerchant {
    /// The sandbox's shop.
    let shop: MerchantServer
    let data: DataOption

    /// The merchant of an earlier run, or a new one; the shop where the server's data are not at hand.
    func found(_ banks: [InstitutionResource]) async throws -> MerchantServer {
        let place = try await StoreOptions.at(data.directory).place()
        if let stored = try SandboxMerchant.stored(.load, in: place.directory) {
            let merchant = MerchantServer(stored, at: shop.baseURL, transport: shop.transport)
            // The data may be another sandbox's by now.
            if try await merchant.isKnown() { return merchant }
        }
        do {
            let made = try await SandboxMerchant.makeForLoad(in: place) { id, password in
                try await openAccount(id, password, at: banks)
            }
            return MerchantServer(made, at: shop.baseURL, transport: shop.transport)
        } catch is DataDirectory.Missing {
            Terminal.note(
                "chave: \(place) has not this server's data, so the shop's merchant is paid. Give CHAVE_DATABASE for one of load's own."
            )
            return shop
        }
    }

    private func openAccount(
        _ secretID: String,
        _ secretPassword: String,
        at banks: [InstitutionResource]
    ) async throws -> BankAccountID {
        guard let bank = banks.first else { throw CommandFailure("The server has no institutions.") }
        let merchant = MerchantServer(
            baseURL: shop.baseURL,
            secretID: secretID,
            secretPassword: secretPassword,
            beneficiary: nil,
            transport: shop.transport
        )
        let body = SandboxMerchant.account(of: .load, at: bank.id)
        let account = try await merchant.call("POST", "/payments/br/bank-accounts/", body)
        guard let id = account["id"]?.string.flatMap(BankAccountID.init) else {
            throw CommandFailure("The server's answer has no account. Is it a server of chave's?")
        }
        return id
    }
}
