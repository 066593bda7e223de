import Testing

@testable import App2App

/// The examples of FIPS 180-4's companion and of NIST's test vectors (CAVS, SHA256ShortMsg and the long messages).
@Suite
struct SHA256Tests {
    private func digest(_ message: [UInt8]) -> String {
        SHA256Digest(of: message).bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func textsOfTheStandard(_ text: String, _ expected: String) {
        #expect(digest(Array(text.utf8)) == expected)
    }

    @Test
    func bytesOfTheTestVectors() {
        #expect(digest([0xd3]) == "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1")
        #expect(digest([0xbd]) == "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b")
        #expect(digest([0xc9, 0x8c, 0x8e, 0x55]) == "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504")
    }

    /// Around the block's end, where the length moves into a block of its own.
    @Test(arguments: [
        (55, "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"),
        (56, "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"),
        (57, "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785"),
        (64, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"),
        (1_000, "541b3e9daa09b20bf85fa273e5cbd3e80185aa4ec298e765db87742b70138a53"),
    ])
    func zeroes(_ count: Int, _ expected: String) {
        #expect(digest(Array(repeating: 0, count: count)) == expected)
    }
}
