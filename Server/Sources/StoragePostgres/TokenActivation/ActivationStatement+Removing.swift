extension ActivationStatement {
    // Each asks twice: a row that was given another end in between stays.
    static let removeKeys = """
        DELETE FROM "token_activations"."idempotency_key" WHERE "expires_at" <= $1 AND "scope" IN (
            SELECT "scope" FROM "token_activations"."idempotency_key" WHERE "expires_at" <= $1
            ORDER BY "expires_at" LIMIT $2
        )
        """

    static let removeOldLinks = """
        DELETE FROM "token_activations"."suspension_link" WHERE "expires_at" <= $1 AND "digest" IN (
            SELECT "digest" FROM "token_activations"."suspension_link" WHERE "expires_at" <= $1
            ORDER BY "expires_at" LIMIT $2
        )
        """

    static let removeRefusals = """
        DELETE FROM "token_activations"."card_refusal" WHERE "at" < $1 AND "activation" IN (
            SELECT "activation" FROM "token_activations"."card_refusal" WHERE "at" < $1 ORDER BY "at" LIMIT $2
        )
        """

    static let removeActivations = """
        DELETE FROM "token_activations"."activation" WHERE "wake_at" IS NULL AND "created_at" < $1 AND "position" IN (
            SELECT "position" FROM "token_activations"."activation" WHERE "wake_at" IS NULL AND "created_at" < $1
            ORDER BY "created_at" LIMIT $2
        )
        """
}
