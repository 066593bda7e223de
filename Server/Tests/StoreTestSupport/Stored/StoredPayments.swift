import ChaveBase
package import ChavePixModel

/// Organisations, bank accounts, enrollments and intents at rest.
///
/// Their audit is in `StoredAudit`; events and deliveries are in `StoredWebhooks`.
package enum StoredPayments {
    /// How the store calls its rows where it counts them.
    package static let (organisations, intents) = ("organisation", "payment_intent")

    // MARK: Damage

    /// The intent's id becomes bytes that are no id; in files alone.
    package static func garblingID(of intent: PaymentIntentID) -> StoredSQL {
        .ofPayments { #"UPDATE \#($0)"payment_intent" SET "id" = X'78' WHERE "id" = \#(intent.literal)"# }
    }

    /// No intent can be read from the record.
    package static func garbling(_ intent: PaymentIntentID) -> StoredSQL {
        .ofPayments { #"UPDATE \#($0)"payment_intent" SET "body" = 'no JSON' WHERE "id" = \#(intent.literal)"# }
    }

    /// The record becomes `record`, from which no enrollment can be read.
    package static func garbling(_ enrollment: EnrollmentID, into record: String = "{}") -> StoredSQL {
        .ofPayments { #"UPDATE \#($0)"enrollment" SET "body" = '\#(record)' WHERE "id" = \#(enrollment.literal)"# }
    }

    /// No enrollment can be read any more.
    static let garblingEnrollments = StoredSQL.ofPayments { #"UPDATE \#($0)"enrollment" SET "body" = '{}'"# }

    /// Every intent is paid in what lists search; its record says something else.
    static let forgingSuccess = StoredSQL.ofPayments {
        #"UPDATE \#($0)"payment_intent" SET "status" = 'SUCCEEDED'"#
    }

    static let losingCustomers = StoredSQL.ofPayments { #"DELETE FROM \#($0)"customer""# }
    static let losingEnrollments = StoredSQL.ofPayments { #"DELETE FROM \#($0)"enrollment""# }
    static let losingIntents = StoredSQL.ofPayments { #"DELETE FROM \#($0)"payment_intent""# }

    /// Of every intent this version is the last one.
    package static func settingIntents(toVersion version: Int) -> StoredSQL {
        .ofPayments { #"UPDATE \#($0)"payment_intent" SET "version" = \#(version)"# }
    }

    /// The file's own account of the table of intents says what the table's rows contradict.
    static let contradictingSchema = """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, '"version" INTEGER NOT NULL', '"version" TEXT NOT NULL')
            WHERE name = 'payment_intent';
        """

    // MARK: Rows as no store writes them today

    /// An intent of `StorageSample`, whose charge has the same digits as itself, gets a charge with digits of its own.
    package static func giving(_ charge: ChargeID, to intent: PaymentIntentID) -> StoredSQL {
        .ofPayments { before in
            """
            UPDATE \(before)"payment_intent"
            SET "body" = replace("body", '"charge":"\(intent.text)"', '"charge":"\(charge.text)"')
            WHERE "id" = \(intent.literal)
            """
        }
    }

    // MARK: What somebody else has in hand

    /// Holds so many intents, the first ones by their ids, until the transaction ends; in PostgreSQL alone.
    package static func holdingIntents(_ count: Int) -> String {
        #"SELECT 1 FROM "payments"."payment_intent" ORDER BY "id" LIMIT \#(count) FOR UPDATE"#
    }
}

extension StoredSQL {
    static func ofPayments(_ words: (_ before: String) -> String) -> StoredSQL { StoredSQL(in: "payments", words) }
}
