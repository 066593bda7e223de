import ChaveBase
import ChavePixModel
import ChaveTransport

extension PixTestState {
    mutating func createEnrollment(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let body = try context.message(CreateEnrollmentRequest.self, in: SchemaContext(callbackRules: .sandbox))
        guard institutions.contains(where: { $0.id == body.institution && $0.active }) else {
            throw .field(
                .doesNotExist,
                "details.institution",
                "There is no such institution. List them with GET /institutions/."
            )
        }
        try requireShort(body.metadata)
        let customer = try customer(body.customer, field: "details.customer")
        guard customer.identifier.kind == .cpf else {
            throw .field(.invalid, "details.customer", "A device belongs to a person: use a customer with a CPF.")
        }
        let open = enrollments.filter { $0.device == context.device && $0.resource.status == .pending }
        guard open.count < PixTestState.openEnrollments else {
            throw .conflict(
                "The device has \(open.count) enrollments PENDING. Finish or cancel one, or wait until one runs out."
            )
        }
        let made = newEnrollment(body, customer.id, context.device, context.moment)
        enrollments.append(made)
        return PixTestContext.ok(made.resource, status: 201)
    }

    func listEnrollments(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        guard let device = context.query["device_id"] else {
            throw .field(.required, "device_id", "Give the deviceId of the risk signals as device_id.")
        }
        let found = enrollments.filter { enrollment in
            enrollment.device == context.device && enrollment.resource.details.deviceID == device
                && context.query["status"].map { $0 == enrollment.resource.status.rawValue } ?? true
                && context.query["institution"].map { $0 == enrollment.resource.details.institution.text } ?? true
        }
        return try page(found.reversed().map(\.resource), context) { $0.id.text }
    }

    mutating func completeRedirection(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let body = try context.message(CompleteRedirectionRequest.self)
        guard
            let index = enrollments.firstIndex(where: {
                $0.state == body.parameters.state && $0.device == context.device
                    && (body.enrollment ?? $0.resource.id) == $0.resource.id
            })
        else { throw .notFound }
        if let known = enrollments[index].callback {
            guard known == body.parameters else {
                throw .conflict("This state was answered with other parameters. Start a new enrollment.")
            }
            return PixTestContext.ok(enrollments[index].resource)
        }
        guard !enrollments[index].isEnded else {
            throw .conflict("The enrollment does not wait for a callback any more. Start a new one.")
        }
        enrollments[index].take(body.parameters, bank, context.moment)
        return PixTestContext.ok(enrollments[index].resource)
    }

    mutating func cancelEnrollment(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let index = try enrollmentIndex(context)
        revoke(index, .revokedByUser, pendingReason: .rejectedByUser, context.moment)
        return PixTestContext.ok(enrollments[index].resource)
    }

    /// Ends an enrollment and the payments that wait for their approval; an ended enrollment does not change.
    mutating func revoke(
        _ index: Int,
        _ reason: StatusReasonCode,
        pendingReason: StatusReasonCode,
        _ moment: Moment
    ) {
        switch enrollments[index].resource.status {
        case .pending: enrollments[index].end(.failed, pendingReason, at: moment.timestamp)
        case .succeeded:
            enrollments[index].end(.canceled, reason, at: moment.timestamp)
            let id = enrollments[index].resource.id
            for payment in payments.indices
            where payments[payment].enrollment == id && payments[payment].resource.status == .pending {
                payments[payment].end(.failed, .enrollmentRevoked, at: moment.timestamp)
            }
        default: break
        }
    }

    func enrollmentIndex(_ context: PixTestContext) throws(PixTestRefusal) -> Int {
        let id: EnrollmentID = try context.id()
        guard let index = enrollments.firstIndex(where: { $0.resource.id == id && $0.device == context.device })
        else { throw .notFound }
        return index
    }

    /// Finds the customer, or creates it from a tax number.
    mutating func customer(
        _ reference: CustomerReference,
        field: String
    ) throws(PixTestRefusal) -> Customer {
        switch reference {
        case .existing(let id):
            guard let known = customers.first(where: { $0.id == id }) else {
                throw .field(.doesNotExist, field, "There is no such customer. Create it first, or check the id.")
            }
            return known
        case .person(let identifier, _, let externalID):
            guard externalID == nil else {
                throw .field(
                    .invalid,
                    "\(field).external_id",
                    "A device gives a payer no external_id. Leave it out, and set it from your server with POST or PATCH /customers/."
                )
            }
            return knownCustomer(identifier)
        }
    }

    /// The customer with this tax number; created when there is none.
    mutating func knownCustomer(_ identifier: TaxIdentifier) -> Customer {
        if let known = customers.first(where: { $0.identifier == identifier }) { return known }
        let made = Customer(id: newVeiledID(), identifier: identifier)
        customers.append(made)
        return made
    }
}
