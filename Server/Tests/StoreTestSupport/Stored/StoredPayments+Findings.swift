package import PaymentsStores

extension StoredPayments {
    /// One change of another hand, of which a check finds that the rule is broken.
    ///
    /// SQLite needs references between rows switched off on the connection, and PostgreSQL needs
    /// `session_replication_role = replica`.
    package static func trace(of rule: StoreFinding.Rule) -> StoredSQL {
        switch rule {
        case .fileDamaged: StoredSQL(sqlite: contradictingSchema, postgres: StoredSQL.missing)
        case .parentMissing: losingCustomers
        case .columnDiffers: forgingSuccess
        case .recordUnreadable: garblingEnrollments
        case .auditHashWrong: StoredAudit.opened(StoredAudit.renamingActor(ofVersion: 2))
        case .auditLinkBroken: StoredAudit.opened(StoredAudit.blankingPrevious(ofVersion: 2))
        case .auditVersionGap: StoredAudit.opened(StoredAudit.losingEntries(ofVersion: 1))
        case .auditMissing: StoredAudit.opened(StoredAudit.losingEntriesOfEnrollments)
        case .auditHeadDiffers: StoredAudit.opened(StoredAudit.losingEntries(ofVersion: 2))
        case .eventWithoutChange: StoredWebhooks.forgingEvent
        case .changeWithoutEvent: StoredWebhooks.losingEventsOfIntents
        case .eventMissing: StoredWebhooks.forgingDeliveryOfNoEvent
        // A whole object is gone, with its chain and its events: no chain is broken.
        case .auditAnchorDiffers:
            StoredAudit.opened(StoredAudit.losingEntriesOfEnrollments).and(losingEnrollments)
        case .objectMissing: losingIntents
        }
    }
}
