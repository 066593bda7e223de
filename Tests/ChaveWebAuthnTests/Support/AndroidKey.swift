/// What an Android device says of a key, in the extension of its certificate.
struct AndroidKey {
    /// The members of the two lists of authorizations, encoded.
    var software: [UInt8] = []
    var hardware = AndroidKey.purpose([2]) + AndroidKey.origin(0)
    /// What made the attestation, and what keeps the key: software 0, a trusted environment 1, a chip of its own 2.
    var levels: (attestation: UInt8, key: UInt8) = (1, 1)

    func encoded(challenge: [UInt8]) -> [UInt8] {
        let parts = [
            hex("0202012c 0a01") + [levels.attestation], hex("020164 0a01") + [levels.key],
            AndroidKey.der(0x04, challenge), hex("0400"),
            AndroidKey.der(0x30, software), AndroidKey.der(0x30, hardware),
        ]
        return AndroidKey.der(0x30, Array(parts.joined()))
    }

    static func purpose(_ values: [UInt8]) -> [UInt8] {
        der(0xA1, der(0x31, values.flatMap { [2, 1, $0] }))
    }

    /// The tags from 31 on are written in more than one byte.
    static func origin(_ value: UInt8) -> [UInt8] { hex("bf853e0302 01") + [value] }

    static let allApplications = hex("bf84580205 00")

    static func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        precondition(content.count < 128, "a length of one byte")
        return [tag, UInt8(content.count)] + content
    }
}
