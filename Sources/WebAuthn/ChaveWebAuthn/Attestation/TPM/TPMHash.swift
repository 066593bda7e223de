internal import ChaveWire
internal import Crypto

/// The hashes that are accepted from a TPM, by their `TPM_ALG_ID`; SHA-1 is not accepted.
enum TPMHash: UInt16 {
    case sha256 = 0x000B
    case sha384 = 0x000C
    case sha512 = 0x000D

    /// The hash of a COSE signature algorithm; `nil` when the algorithm has none.
    init?(_ algorithm: COSEAlgorithm) {
        switch algorithm {
        case .es256, .esp256, .rs256: self = .sha256
        case .es384, .esp384: self = .sha384
        case .es512, .esp512: self = .sha512
        default: return nil
        }
    }

    func digest(_ bytes: SignedBytes) -> [UInt8] {
        switch self {
        case .sha256: Array(bytes.digest(SHA256.self))
        case .sha384: Array(bytes.digest(SHA384.self))
        case .sha512: Array(bytes.digest(SHA512.self))
        }
    }
}
