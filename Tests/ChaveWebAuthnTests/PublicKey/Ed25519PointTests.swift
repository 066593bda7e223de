import Crypto
import Testing

@testable import ChaveWebAuthn

/// Points and non-points computed with Python's integers, apart from this code.
@Suite struct Ed25519PointTests {
    @Test(arguments: [
        "264aad6cb6dd210faf94acd3cf92c190237cb11f5d108cf2593026399c59b850",
        "8b15442ee2db611a91bfe39469733a9247d58fa3c55018300372555fe99a780c",
        "29fb388c22e44cb637f01210c3707a90b405420fb169779edfb5b93492828a3f",
        "54b12eae62d11e887eb0766d1877f8c6eff26b5010af3177d161e795c3533376",
        "fb1b7d3e3f73f414af6e0d935520dd4c2147738606f2bf7ec70209e0e602f72b",
        "e8180a6bd4f43a2afffcd3c12ef890575575e826e2cbeaee82af2c7d3436fa35",
        "5866666666666666666666666666666666666666666666666666666666666666",
        "0300000000000000000000000000000000000000000000000000000000000000",
        "0300000000000000000000000000000000000000000000000000000000000080",
    ])
    func pointsOfTheCurveAreSound(_ point: String) {
        #expect(Ed25519Point.isSound(hex(point)))
    }

    @Test(arguments: [
        "38b4e652e44da7f2370d9e260e27136550a4a3a6d07f5c0c332f8b1212841f69",
        "2b902f8911e81818f8c99d5d5d9831957504d90e945de2e8f54ee781e63a7b1b",
        "d85099095aa300165a67036f9b540d6b8f0be21124179c3dd9f7381767b78846",
        "b5769fa0f1483f95a90d9df2f130d60fcf04bd93f50ae69514da8c654ef15806",
        "ccdaebf990d19838b0d7ec0b3e97818ecb96c4dbadbe172296d5234a2159a635",
        "a4e6ed24ec636a8ac0a1271e5866279238aaf84e58056d8f2fa8edd04add4b57",
        "0200000000000000000000000000000000000000000000000000000000000000",
    ])
    func pointsOffTheCurveAreNot(_ point: String) {
        #expect(!Ed25519Point.isSound(hex(point)))
    }

    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ])
    func pointsOfSmallOrderAreNot(_ point: String) {
        #expect(!Ed25519Point.isSound(hex(point)))
    }

    /// y = p, p + 1, p + 3 and 2²⁵⁵ − 1: the same points as smaller numbers, in a second encoding.
    @Test(arguments: ["ed", "ee", "f0", "ff"])
    func aSecondEncodingIsNot(_ first: String) {
        let rest = [UInt8](repeating: 0xFF, count: 30)
        #expect(!Ed25519Point.isSound(hex(first) + rest + [0x7F]))
        #expect(!Ed25519Point.isSound(hex(first) + rest + [0xFF]))
    }

    @Test func theKeysThatTheLibraryMakesAreSound() {
        for _ in 0..<50 {
            let key = Curve25519.Signing.PrivateKey().publicKey.rawRepresentation
            #expect(Ed25519Point.isSound(Array(key)))
        }
    }

    @Test(arguments: [0, 31, 33]) func otherLengthsAreNot(_ count: Int) {
        #expect(!Ed25519Point.isSound([UInt8](repeating: 3, count: count)))
    }
}
