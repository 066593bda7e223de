/// A certificate's serial number, from random bytes.
enum SerialNumber {
    /// 16 bytes with the highest bit clear, so that they are a positive number of that length.
    static func positive(_ bytes: [UInt8]) throws(ChainRefusal) -> [UInt8] {
        guard bytes.count == 16 else { throw .wrongSerial }
        return [bytes[0] & 0x7F] + bytes.dropFirst()
    }
}
