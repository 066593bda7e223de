import ChaveCredentialChain
import SwiftASN1
import Testing

/// The same certificate in other bytes is another certificate.
@Suite(.timeLimit(.minutes(15)))
struct CanonicalFormTests {
    @Test func aLengthInALongerFormIsRefused() async throws {
        let der = try Sample.first()
        // 0x30 0x82 hi lo …, written as 0x30 0x83 0 hi lo …
        #expect(Array(der.prefix(2)) == [0x30, 0x82])
        let longer = [0x30, 0x83, 0] + der.dropFirst(2)
        await #expect(throws: ChainRefusal.malformed) { try await Sample.verified([longer, Sample.root.certificate]) }
    }

    /// DEFAULT values are not written in DER (X.690, section 11.5).
    @Test func anExtensionThatSaysItIsNotCriticalIsRefused() async throws {
        let parent = try await Sample.verified([Sample.first(), Sample.root.certificate])
        let toBeSigned = try Sample.toBeSigned(1, under: parent)
        let same = try rewritten(toBeSigned) { Array($0) }
        #expect(same == toBeSigned)
        let name: [UInt8] = [6, 3, 0x55, 0x1D, 0x11]
        let explicit = try rewritten(toBeSigned) { extensionBytes in
            guard extensionBytes.dropFirst(2).starts(with: name) else { return Array(extensionBytes) }
            let length = extensionBytes[extensionBytes.startIndex + 1] + 3
            return [0x30, length] + name + [1, 1, 0] + extensionBytes.dropFirst(2 + name.count)
        }
        #expect(explicit.count == toBeSigned.count + 3)
        #expect(throws: ChainRefusal.self) {
            try ChildCertificate.check(toBeSigned: explicit, under: parent, now: Sample.now)
        }
    }

    @Test func bytesAfterTheSignedPartAreRefused() async throws {
        let parent = try await Sample.verified([Sample.first(), Sample.root.certificate])
        let toBeSigned = try Sample.toBeSigned(1, under: parent)
        // The algorithm and a signature, so that a certificate is complete without ours.
        let rest: [UInt8] = [0x30, 10, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 2, 3, 9, 0, 0x30, 6, 2, 1, 1, 2, 1, 1]
        for tail in [[0], [5, 0], rest, toBeSigned] {
            #expect(throws: ChainRefusal.malformed) {
                try ChildCertificate.check(toBeSigned: toBeSigned + tail, under: parent, now: Sample.now)
            }
        }
        #expect(throws: ChainRefusal.malformed) {
            try ChildCertificate.check(toBeSigned: [], under: parent, now: Sample.now)
        }
        #expect(throws: ChainRefusal.malformed) {
            try ChildCertificate.check(toBeSigned: parent.certificates[0], under: parent, now: Sample.now)
        }
    }

    /// The same signed part with each of its extensions in other bytes.
    private func rewritten(_ toBeSigned: [UInt8], _ change: (ArraySlice<UInt8>) -> [UInt8]) throws -> [UInt8] {
        var fields: [ASN1Node] = []
        try DER.sequence(DER.parse(toBeSigned), identifier: .sequence) { nodes in
            while let node = nodes.next() { fields.append(node) }
        }
        let last = fields.removeLast()
        let extensions = try DER.explicitlyTagged(last, tagNumber: 3, tagClass: .contextSpecific) { list in
            try DER.sequence(list, identifier: .sequence) { nodes in
                var extensions: [UInt8] = []
                while let node = nodes.next() { extensions += change(node.encodedBytes) }
                return extensions
            }
        }
        var serializer = DER.Serializer()
        serializer.appendConstructedNode(identifier: .sequence) { part in
            for field in fields { part.serializeRawBytes(field.encodedBytes) }
            part.appendConstructedNode(identifier: last.identifier) { tagged in
                tagged.appendConstructedNode(identifier: .sequence) { $0.serializeRawBytes(extensions) }
            }
        }
        return serializer.serializedBytes
    }
}
