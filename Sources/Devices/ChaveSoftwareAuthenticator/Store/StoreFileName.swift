import Crypto

/// The names of a store's files: they tell neither the credential nor the secret they hold.
enum StoreFileName {
    static let suffixes = [".credential", ".secret"]

    static func credential(_ id: [UInt8]) -> String { digest(id) + ".credential" }

    static func secret(_ name: String) -> String { digest(Array(name.utf8)) + ".secret" }

    private static func digest(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
