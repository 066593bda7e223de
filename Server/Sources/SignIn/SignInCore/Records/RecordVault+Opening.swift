extension RecordVault {
    /// Whether this vault's keys open a record: for whoever looks whether a database and a key belong together.
    public func opens(_ stored: StoredRecord) -> Bool { (try? open(stored)) != nil }
}
