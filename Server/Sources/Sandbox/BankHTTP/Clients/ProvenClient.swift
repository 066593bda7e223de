import ChaveBase
import ChaveWire
import OpenFinanceCertificates
import OpenFinanceWire
import SandboxBank

/// A registered client whose connection has its certificate.
struct ProvenClient: Sendable {
    let registered: RegisteredClient
    let certificate: TransportCertificate

    /// The client as the desk knows it.
    ///
    /// The relying party is the certificate's; the origins are those of the software statement.
    var atDesk: BankClient {
        var client = BankClient(
            id: registered.id,
            organisation: registered.organisation,
            name: registered.name ?? registered.id,
            relyingPartyID: certificate.commonName,
            origins: registered.texts("software_origin_uris"),
            topOrigins: registered.texts("software_origin_uris"),
            certificate: certificate.thumbprint
        )
        client.scopes = registered.scopes
        return client
    }
}

extension RegisteredClient {
    /// A list of texts of the registration; empty where it has none.
    func texts(_ name: String) -> [String] { (metadata[name]?.array ?? []).compactMap(\.string) }

    /// The scopes that it may ask for.
    var scopes: [String] { (metadata["scope"]?.string ?? "").split(separator: " ").map(String.init) }

    /// Whether the certificate is one of this client's software.
    func owns(_ certificate: TransportCertificate) -> Bool {
        organisation.utf8.elementsEqual(certificate.organisation.utf8)
            && software.utf8.elementsEqual(certificate.software.utf8)
    }
}
