import ChaveTransport

extension PixTestState {
    /// The response of a route; a confirmation that arrives here is a repetition of an accepted one.
    mutating func answer(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        switch context.call {
        case .listInstitutions: try listInstitutions(context)
        case .readInstitution: try readInstitution(context)
        case .createEnrollment: try createEnrollment(context)
        case .listEnrollments: try listEnrollments(context)
        case .completeRedirection: try completeRedirection(context)
        case .readEnrollment: try readEnrollment(context)
        case .registrationOptions: try registrationOptions(context)
        case .confirmEnrollment: HTTPResponse(status: 204)
        case .cancelEnrollment: try cancelEnrollment(context)
        case .createPaymentIntent: try createPaymentIntent(context)
        case .listPaymentIntents: try listPaymentIntents(context)
        case .readPaymentIntent: try readPaymentIntent(context)
        case .authorizePaymentIntent: try authorizePaymentIntent(context)
        case .cancelPaymentIntent: try cancelPaymentIntent(context)
        }
    }
}
