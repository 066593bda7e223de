public import ChaveBase
public import ChavePixModel
public import PaymentsModel

extension MemoryPaymentsStore {
    public func enrollment(
        _ id: EnrollmentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Enrollment? {
        enrollments { $0.id == id && $0.organisation == organisation }.first
    }

    public func enrollment(_ id: EnrollmentID) async throws(StorageFault) -> Enrollment? {
        read { $0.enrollments[id]?.object }
    }

    public func enrollment(stateDigest: Digest) async throws(StorageFault) -> Enrollment? {
        enrollments { $0.stateDigest == stateDigest }.first
    }

    public func enrollment(
        bankID: String,
        at institution: InstitutionID
    ) async throws(StorageFault) -> Enrollment? {
        enrollments { $0.institution == institution && $0.bank?.enrollmentID == bankID }.max { $0.id < $1.id }
    }

    public func enrollments(
        _ query: EnrollmentQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<Enrollment> {
        let found = enrollments { enrollment in
            enrollment.organisation == organisation
                && isVisible(enrollment.createdBy, enrollment.customer, query.device, query.boundCustomer)
                && query.deviceID.map { enrollment.deviceID == $0 } ?? true
                && query.status.map { enrollment.status.rawValue == $0 } ?? true
                && query.institution.map { enrollment.institution == $0 } ?? true
                && query.customer.map { enrollment.customer == $0 } ?? true
                && query.externalID.map { enrollment.externalID == $0 } ?? true
        }
        return Page(of: found, query.page) { $0.id.ofAnyKind }
    }

    public func enrollments(
        _ ids: Set<EnrollmentID>,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> [Enrollment] {
        enrollments { ids.contains($0.id) && $0.organisation == organisation }
    }

    public func paymentIntent(
        _ id: PaymentIntentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> PaymentIntent? {
        intents { $0.id == id && $0.organisation == organisation }.first
    }

    public func paymentIntent(_ id: PaymentIntentID) async throws(StorageFault) -> PaymentIntent? {
        read { $0.intents[id]?.object }
    }

    public func paymentIntent(
        bankID: String,
        at institution: InstitutionID
    ) async throws(StorageFault) -> PaymentIntent? {
        intents {
            $0.institution == institution
                && ($0.consent?.id == bankID || $0.bankPaymentID == bankID
                    || ($0.schedule?.charges ?? []).contains { $0.bankPaymentID == bankID })
        }.max { $0.id < $1.id }
    }

    public func paymentIntents(
        _ query: PaymentIntentQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<PaymentIntent> {
        let found = intents { intent in
            intent.organisation == organisation
                && isVisible(intent.createdBy, intent.customer, query.device, query.boundCustomer)
                && query.status.map { intent.status.rawValue == $0 } ?? true
                && query.externalID.map { intent.details.externalID == $0 } ?? true
                && query.customer.map { intent.customer == $0 } ?? true
                && query.enrollment.map { intent.enrollment == $0 } ?? true
                && query.endToEndID.map { intent.endToEndIDs.contains($0) } ?? true
                && query.createdFrom.map { intent.createdAt >= $0 } ?? true
                && query.createdTo.map { intent.createdAt <= $0 } ?? true
                && Set(query.metadataEntries).isSubset(of: intent.metadataEntries)
                && query.amount.map { intent.amount == $0 } ?? true
                && query.amountFrom.map { intent.amount >= $0 } ?? true
                && query.amountTo.map { intent.amount <= $0 } ?? true
        }
        return Page(of: found, query.page) { $0.id.ofAnyKind }
    }

    public func paymentIntent(
        charge: ChargeID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> PaymentIntent? {
        intents { intent in
            intent.organisation == organisation && (intent.charge == charge || intent.schedule?[charge] != nil)
        }.first
    }

    public func paymentIntents(
        _ ids: Set<PaymentIntentID>,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> [PaymentIntent] {
        intents { ids.contains($0.id) && $0.organisation == organisation }
    }

    public func charges(
        _ query: ChargeQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<ListedCharge> {
        let found = intents { intent in
            intent.organisation == organisation
                && query.paymentIntent.map { intent.id == $0 } ?? true
                && query.customer.map { intent.customer == $0 } ?? true
                && query.createdFrom.map { intent.createdAt >= $0 } ?? true
                && query.createdTo.map { intent.createdAt <= $0 } ?? true
                && query.amount.map { intent.amount == $0 } ?? true
                && query.amountFrom.map { intent.amount >= $0 } ?? true
                && query.amountTo.map { intent.amount <= $0 } ?? true
        }
        let charges = found.flatMap(\.chargePlaces).filter { place in
            query.status.map { place.status == $0 } ?? true
        }
        return Page(of: charges, query.page) { $0.place }.map { (item) throws(Never) in item.listed }
    }

    public func fullBound(of room: DeviceRoom) async throws(StorageFault) -> DeviceRoom.Bound? {
        read { $0.fullBound(of: room) }
    }

    public func paymentIntent(
        keeping externalID: String,
        ofDevicesFor payer: CustomerID?,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> PaymentIntent? {
        intents { intent in
            intent.organisation == organisation && intent.details.externalID == externalID && intent.end == nil
                && (intent.createdBy.device == nil ? payer == nil : intent.customer == payer)
        }.first
    }

    public func openPaymentIntents(of enrollment: EnrollmentID) async throws(StorageFault) -> [PaymentIntent] {
        intents { $0.enrollment == enrollment && !$0.isAtEnd }.sorted { $0.id < $1.id }
    }

    public func authorisationContext(
        _ id: PaymentIntentID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> AuthorisationContext? {
        read { tables in
            guard let intent = tables.intents[id]?.object, intent.organisation == organisation,
                let enrollment = tables.enrollments[intent.enrollment]?.object,
                let beneficiary = tables.bankAccounts[intent.beneficiary],
                let customer = tables.customers[intent.customer]
            else { return nil }
            return AuthorisationContext(
                intent: intent,
                enrollment: enrollment,
                credential: tables.credentials[intent.enrollment],
                beneficiary: beneficiary,
                customer: customer
            )
        }
    }

    private func enrollments(where isWanted: (Enrollment) -> Bool) -> [Enrollment] {
        read { $0.enrollments.values.map(\.object).filter(isWanted) }
    }

    private func intents(where isWanted: (PaymentIntent) -> Bool) -> [PaymentIntent] {
        read { $0.intents.values.map(\.object).filter(isWanted) }
    }

    /// What a caller with this device, and with a token bound to this customer, may see.
    private func isVisible(
        _ creator: Creator,
        _ customer: CustomerID,
        _ device: Digest?,
        _ boundCustomer: CustomerID?
    ) -> Bool {
        if let boundCustomer, customer != boundCustomer { return false }
        guard let device else { return true }
        return creator.device == device || (boundCustomer != nil && creator.device == nil)
    }
}

extension PaymentIntent {
    /// The end-to-end ids of all payments.
    fileprivate var endToEndIDs: [String] {
        schedule?.charges.map(\.endToEndID.text) ?? [endToEndID.text]
    }

    /// The charges with their places in a list.
    fileprivate var chargePlaces: [(place: AnyID, status: ChargeStatus, listed: ListedCharge)] {
        guard let charges = schedule?.charges else {
            return [(id.ofAnyKind, chargeStatus, ListedCharge(intent: id, number: nil))]
        }
        return charges.enumerated().map { index, charge in
            (charge.id.ofAnyKind, charge.status, ListedCharge(intent: id, number: index + 1))
        }
    }
}
