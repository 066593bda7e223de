public import ChaveBase
public import ChavePixModel

/// A fault that an operator must see.
public enum ConnectorAlarm: Hashable, Sendable {
    /// A registration was sent, and nobody knows whether the bank has it; nothing new is made at that bank until the mark
    /// is removed.
    case registrationUnknown(InstitutionID)
    /// The removal of a registration was sent, and nobody knows whether the bank still has it.
    case removalUnknown(InstitutionID)
    /// The bank refused the registration, or did not accept a change of it; the text is OAuth's error name or the status.
    ///
    /// After a refused change the old registration stays in use.
    case registrationRefused(InstitutionID, String)
    /// The bank's discovery document names an endpoint at a host of another organisation; the text says which.
    ///
    /// The last good document stays in use.
    case foreignEndpoint(InstitutionID, String)
    /// The directory has given no list for so long; the last one stays in use.
    case directoryAway(seconds: Int64)

    /// The log line: the fault, and the way out.
    public var sentence: String {
        switch self {
        case .registrationUnknown(let bank):
            "A registration at bank \(bank.text) was sent, and its answer was lost. Ask the bank whether it has our "
                + "software statement; if not, run: chave open-finance delete \(bank.text) --forget"
        case .removalUnknown(let bank):
            "The removal of the registration at bank \(bank.text) was sent, and its answer was lost. Nothing new is made "
                + "there. Send it again: chave open-finance delete \(bank.text)"
        case .registrationRefused(let bank, let error):
            "Bank \(bank.text) does not register us as the file of --open-finance says: \(error). Compare the file with "
                + "the software statement in the directory."
        case .foreignEndpoint(let bank, let what):
            "The discovery document of bank \(bank.text) is not taken: \(what). Tell the bank."
        case .directoryAway(let seconds):
            "The directory has given no list of banks for \(seconds / 3_600) hours; the last one stays in use. Check the "
                + "way to it."
        }
    }
}
