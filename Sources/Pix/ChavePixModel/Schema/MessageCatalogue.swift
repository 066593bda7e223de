/// Every table of the Payments API, for the OpenAPI document and for tests that walk over all of them.
public enum MessageCatalogue {
    /// Every request that the API accepts.
    public static let requests: [Schema] = [
        CreateEnrollmentRequest.schema, CompleteRedirectionRequest.schema, ConfirmEnrollmentRequest.schema,
        CreatePaymentIntentRequest.schema, UpdatePaymentIntentRequest.schema, AuthorizePaymentIntentRequest.schema,
        CreateCustomerRequest.schema, UpdateCustomerRequest.schema,
        CreateBankAccountRequest.schema, UpdateBankAccountRequest.schema, CreateAppRequest.schema,
        CreateAPIKeyRequest.schema,
        WidgetTokenRequest.schema, RefreshTokenRequest.schema, CreateWebhookRequest.schema,
        UpdateWebhookRequest.schema, RotateWebhookSecretRequest.schema, ResendWebhookDeliveriesRequest.schema,
    ]

    /// Every response that the API sends.
    public static let answers: [Schema] = [
        InstitutionResource.schema, CustomerResource.schema, BankAccountResource.schema, AppResource.schema,
        APIKeyResource.schema,
        EnrollmentResource.schema, RegistrationOptions.schema, PaymentIntentResource.schema, ChargeResource.schema,
        TokenPair.schema, WebhookEvent.schema, WebhookResource.schema, WebhookDeliveryResource.schema,
        WebhookAttemptResource.schema, ResendResult.schema, APIErrorItem.schema,
    ]
}
