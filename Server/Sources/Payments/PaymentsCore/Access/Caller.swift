public import ChaveBase
public import ChavePixModel

/// Who calls, once it is proved.
public enum Caller: Hashable, Sendable {
    /// A merchant's server, by its API key: everything of its organisation.
    case merchant(organisation: OrganisationID, apiKey: APIKeyID)
    /// A device, by a token of its merchant and its own secret: only what it made.
    case device(
        organisation: OrganisationID,
        apiKey: APIKeyID,
        device: Digest,
        customer: CustomerID?,
        family: String? = nil
    )

    public var organisation: OrganisationID {
        switch self {
        case .merchant(let organisation, _), .device(let organisation, _, _, _, _): organisation
        }
    }

    public var apiKey: APIKeyID {
        switch self {
        case .merchant(_, let apiKey), .device(_, let apiKey, _, _, _): apiKey
        }
    }

    public var device: Digest? {
        guard case .device(_, _, let device, _, _) = self else { return nil }
        return device
    }

    /// The customer that a token is bound to.
    public var boundCustomer: CustomerID? {
        guard case .device(_, _, _, let customer, _) = self else { return nil }
        return customer
    }

    /// The merchant's grant to the app behind a device's token, as one text: the customer that the token is bound to,
    /// or the family of tokens, which lives for a day.
    ///
    /// A device names itself as it likes, so what devices may take is counted by this.
    public var grant: String? {
        guard case .device(_, _, _, let customer, let family) = self else { return nil }
        return customer.map { DeviceRoom.Grant.customer($0).text } ?? family.map { DeviceRoom.Grant.family($0).text }
    }

    public var creator: Creator { Creator(apiKey: apiKey, device: device, grant: grant) }

    /// For audit rows: whose key or which kind of caller, nothing that identifies a person.
    public var actor: String {
        switch self {
        case .merchant(_, let apiKey): "api-key/\(apiKey.text)"
        case .device: "device"
        }
    }

    /// Whether what `creator` made for `customer` exists for this caller.
    ///
    /// A device sees what it made itself, and through a token bound to a customer also what the merchant's server made
    /// for that customer; with such a token nothing of anybody else.
    public func sees(_ creator: Creator, customer: CustomerID) -> Bool {
        switch self {
        case .merchant:
            return true
        case .device(_, _, let device, let bound, _):
            if let bound, bound != customer { return false }
            guard let maker = creator.device else { return bound == customer }
            return maker.equalsInConstantTime(device)
        }
    }
}
