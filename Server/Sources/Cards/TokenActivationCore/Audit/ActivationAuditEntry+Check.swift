package import ChaveBase

extension ActivationAuditEntry {
    /// What is wrong with an entry whose row has the hash `stored`, by itself and beside the one before; `nil` where
    /// nothing is.
    package func fault(
        stored: Digest,
        after last: (sequence: Int64, hash: Digest)?
    ) -> String? {
        let expected = ActivationAuditEntry(fact, after: last)
        if hash != stored { return "the hash is not that of the entry" }
        if sequence != expected.sequence { return "an entry is missing before it" }
        if previous != expected.previous { return "it does not follow the entry before" }
        return nil
    }
}
