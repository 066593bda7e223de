public import ChaveBase
public import ChavePixModel

/// The authenticated caller of a request.
public enum Caller: Hashable, Sendable {
    /// A merchant's server, identified by its API key: it sees everything of its organisation.
    case merchant(organisation: OrganisationID, apiKey: APIKeyID)
    /// A device, identified by a token of its merchant and by its own secret.
    ///
    /// Without a customer-bound token, it sees only the objects that it made.
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

    /// The merchant's grant to the app behind a device's token, as one text.
    ///
    /// The grant is the customer that the token is bound to, or else the token family, which lives for a day. A device
    /// chooses its own name, so limits for devices are counted by grant.
    public var grant: String? {
        guard case .device(_, _, _, let customer, let family) = self else { return nil }
        return customer.map { DeviceRoom.Grant.customer($0).text } ?? family.map { DeviceRoom.Grant.family($0).text }
    }

    public var creator: Creator { Creator(apiKey: apiKey, device: device, grant: grant) }

    /// The caller as audit rows store it: the key or the kind of caller, nothing that identifies a person.
    public var actor: String {
        switch self {
        case .merchant(_, let apiKey): "api-key/\(apiKey.text)"
        case .device: "device"
        }
    }

    /// Whether an object that `creator` made for `customer` exists for this caller.
    ///
    /// A device sees the objects that it made itself. A token bound to a customer also shows the device the objects
    /// that the merchant's server made for that customer. Such a token shows nothing of other customers.
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
