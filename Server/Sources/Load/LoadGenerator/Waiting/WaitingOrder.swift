import ChaveBase
import ChavePixModel
import ChaveTransport
public import ChaveWire

/// The order to a process of waiting clients, sent as a line to its standard input.
public struct WaitingOrder: Sendable {
    /// The target, with server and merchant.
    public var target: LoadTarget
    /// The number of clients that wait.
    public var clients: Int

    /// Makes an order for a number of clients of the target's merchant.
    public init(_ target: LoadTarget, clients: Int) {
        self.target = target
        self.clients = clients
    }
}

/// The printed form, without the keys.
extension WaitingOrder: CustomStringConvertible {
    public var description: String { "\(clients) clients that wait on \(target.server.text)" }
}

extension WaitingOrder {
    /// The order with the keys, only for a pipe between two processes of one program.
    public var json: JSONValue {
        [
            "server": .string(target.server.text), "secret_id": .string(target.secretID),
            "secret_password": .string(target.secretPassword), "beneficiary": .string(target.beneficiary.text),
            "institution": .string(target.institution.text), "clients": JSONValue(clients),
            "payers": .array(target.payers.map { ["cpf": .string($0.cpf), "password": .string($0.password)] }),
        ]
    }

    /// Reads such a line; `nil` when it is no order.
    public init?(json: JSONValue) {
        guard let server = json["server"]?.string.flatMap({ try? BaseURL($0) }),
            let secretID = json["secret_id"]?.string, let password = json["secret_password"]?.string,
            let beneficiary = json["beneficiary"]?.string.flatMap(BankAccountID.init),
            let institution = json["institution"]?.string.flatMap(InstitutionID.init),
            let clients = json["clients"]?.number?.int64, let amount = Money(centavos: 1)
        else { return nil }
        let payers = (json["payers"]?.array ?? []).compactMap { payer -> LoadPayer? in
            guard let cpf = payer["cpf"]?.string, let password = payer["password"]?.string else { return nil }
            return LoadPayer(cpf: cpf, password: password)
        }
        guard !payers.isEmpty, (1...1_000_000).contains(clients) else { return nil }
        self.init(
            LoadTarget(
                server: server,
                secretID: secretID,
                secretPassword: password,
                beneficiary: beneficiary,
                institution: institution,
                payers: payers,
                amount: amount
            ),
            clients: Int(clients)
        )
    }
}
