public import ChaveBase

/// What a `ResourceID` can identify; these types have no values.
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
    /// An endpoint that is told of changes.
    public enum Webhook {}
    /// One event on its way to one endpoint.
    public enum WebhookDelivery {}
}

/// Names a merchant.
public typealias OrganisationID = ResourceID<ResourceKind.Organisation>
/// Names an API key; not the key itself.
public typealias APIKeyID = ResourceID<ResourceKind.APIKey>
/// Names a merchant's app in the API; not the app's own id.
public typealias AppID = ResourceID<ResourceKind.App>
/// Names a payer.
public typealias CustomerID = ResourceID<ResourceKind.Customer>
/// Names an account that receives money.
public typealias BankAccountID = ResourceID<ResourceKind.BankAccount>
/// Names a payer's bank.
public typealias InstitutionID = ResourceID<ResourceKind.Institution>
/// Names a device's tie to an account.
public typealias EnrollmentID = ResourceID<ResourceKind.Enrollment>
/// Names a payment.
public typealias PaymentIntentID = ResourceID<ResourceKind.PaymentIntent>
/// Names one attempt to collect.
public typealias ChargeID = ResourceID<ResourceKind.Charge>
/// Names an endpoint that is told of changes.
public typealias WebhookID = ResourceID<ResourceKind.Webhook>
/// Names one event on its way to one endpoint.
public typealias WebhookDeliveryID = ResourceID<ResourceKind.WebhookDelivery>
