import ChaveWire

/// The stored state of a PIN.
///
///     { 1: salt, 2: binary logarithm of scrypt's N, 3: digest, 4: tries left }
struct PINState {
    let salt: [UInt8]
    let cost: ScryptCost
    let digest: [UInt8]
    var triesLeft: Int

    init(salt: [UInt8], cost: ScryptCost, digest: [UInt8], triesLeft: Int) {
        self.salt = salt
        self.cost = cost
        self.digest = digest
        self.triesLeft = triesLeft
    }

    /// Decodes a state; `nil` unless the bytes are one state and nothing else.
    init?(decoding bytes: [UInt8]) {
        guard let item = try? CBORValue(decoding: bytes), item.map?.count == 4,
            let salt = item[1]?.bytes, salt.count == 16,
            let cost = item[2]?.int64.flatMap(UInt8.init(exactly:)).flatMap(ScryptCost.init(log2Rounds:)),
            let digest = item[3]?.bytes, digest.count == 32,
            let tries = item[4]?.int64, (0...Int64(PINVerification.maximumTries)).contains(tries)
        else { return nil }
        self.init(salt: salt, cost: cost, digest: digest, triesLeft: Int(tries))
    }

    func encoded() -> [UInt8] {
        CBORValue.map([
            CBORMember(key: .unsigned(1), value: .bytes(salt)),
            CBORMember(key: .unsigned(2), value: .unsigned(UInt64(cost.log2Rounds))),
            CBORMember(key: .unsigned(3), value: .bytes(digest)),
            CBORMember(key: .unsigned(4), value: .unsigned(UInt64(max(0, triesLeft)))),
        ]).encoded()
    }
}
