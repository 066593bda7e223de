#if canImport(Darwin)
    import Darwin

    extension POSIXFile {
        /// Waits until the drive itself has the bytes: `fsync` alone leaves them in its cache on Apple's systems.
        static func synchronise(_ descriptor: Int32) -> Bool {
            fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
        }
    }
#else
    import Foundation

    extension POSIXFile {
        /// Waits until the drive has the bytes.
        static func synchronise(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }
    }
#endif
