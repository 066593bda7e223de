#if canImport(Darwin)
    import Darwin

    extension POSIXFile {
        /// Waits until the drive has stored the bytes: on Apple's systems `fsync` alone leaves them in the drive's
        /// cache.
        static func synchronise(_ descriptor: Int32) -> Bool {
            fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
        }
    }
#else
    import Foundation

    extension POSIXFile {
        /// Waits until the drive has stored the bytes.
        static func synchronise(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }
    }
#endif
