/// What a `ResourceID` can identify; these types have no values.
public enum ResourceKind {
    public enum Organisation {}
    public enum APIKey {}
    public enum App {}
    public enum Customer {}
    public enum BankAccount {}
    public enum Institution {}
    public enum Enrollment {}
    public enum PaymentIntent {}
    public enum Charge {}
    public enum Webhook {}
    public enum WebhookDelivery {}
}

public typealias OrganisationID = ResourceID<ResourceKind.Organisation>
public typealias APIKeyID = ResourceID<ResourceKind.APIKey>
public typealias AppID = ResourceID<ResourceKind.App>
public typealias CustomerID = ResourceID<ResourceKind.Customer>
public typealias BankAccountID = ResourceID<ResourceKind.BankAccount>
public typealias InstitutionID = ResourceID<ResourceKind.Institution>
public typealias EnrollmentID = ResourceID<ResourceKind.Enrollment>
public typealias PaymentIntentID = ResourceID<ResourceKind.PaymentIntent>
public typealias ChargeID = ResourceID<ResourceKind.Charge>
public typealias WebhookID = ResourceID<ResourceKind.Webhook>
public typealias WebhookDeliveryID = ResourceID<ResourceKind.WebhookDelivery>
