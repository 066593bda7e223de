public import ChaveBase

/// The kinds of objects that a `ResourceID` can identify; these types have no values.
public enum ResourceKind {
    /// A merchant.
    public enum Organisation {}
    /// A merchant's API key.
    public enum APIKey {}
    /// A merchant's app.
    public enum App {}
    /// A payer.
    public enum Customer {}
    /// An account that receives money.
    public enum BankAccount {}
    /// A payer's bank.
    public enum Institution {}
    /// A device's tie to an account.
    public enum Enrollment {}
    /// A payment.
    public enum PaymentIntent {}
    /// One attempt to collect.
    public enum Charge {}
    /// An endpoint that receives events about changes.
    public enum Webhook {}
    /// The delivery of one event to one endpoint.
    public enum WebhookDelivery {}
}

/// The id of a merchant.
public typealias OrganisationID = ResourceID<ResourceKind.Organisation>
/// The id of an API key; not the key itself.
public typealias APIKeyID = ResourceID<ResourceKind.APIKey>
/// The id of a merchant's app in the API; not the app's own id.
public typealias AppID = ResourceID<ResourceKind.App>
/// The id of a payer.
public typealias CustomerID = ResourceID<ResourceKind.Customer>
/// The id of an account that receives money.
public typealias BankAccountID = ResourceID<ResourceKind.BankAccount>
/// The id of a payer's bank.
public typealias InstitutionID = ResourceID<ResourceKind.Institution>
/// The id of a device's tie to an account.
public typealias EnrollmentID = ResourceID<ResourceKind.Enrollment>
/// The id of a payment.
public typealias PaymentIntentID = ResourceID<ResourceKind.PaymentIntent>
/// The id of one attempt to collect.
public typealias ChargeID = ResourceID<ResourceKind.Charge>
/// The id of an endpoint that receives events about changes.
public typealias WebhookID = ResourceID<ResourceKind.Webhook>
/// The id of the delivery of one event to one endpoint.
public typealias WebhookDeliveryID = ResourceID<ResourceKind.WebhookDelivery>
