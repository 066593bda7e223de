import ChaveDeviceKeys
import Foundation

/// Complete reads and complete writes over a file descriptor.
enum POSIXFile {
    static func readAll(_ descriptor: Int32, atMost limit: Int, name: String) throws(DeviceKeyError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw StoreDirectory.fault("read", name)
            }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= limit else {
                throw DeviceKeyError(.store, "\(name) is larger than any file of a key store", field: name)
            }
        }
    }

    static func writeAll(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>, name: String) throws(DeviceKeyError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw StoreDirectory.fault("write", name)
            }
            rest = rest.dropFirst(count)
        }
    }
}
