import StoredForms

extension SQLitePaymentsStore: TendedStore {}
