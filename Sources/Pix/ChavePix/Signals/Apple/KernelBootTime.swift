#if canImport(Darwin)
    import Darwin

    /// The device's start time from the kernel, which moves when the device's clock is set.
    enum KernelBootTime {
        static var microsecondsSince1970: Int64? {
            var boot = timeval()
            var size = MemoryLayout<timeval>.size
            var name = [CTL_KERN, KERN_BOOTTIME]
            guard sysctl(&name, UInt32(name.count), &boot, &size, nil, 0) == 0, boot.tv_sec > 0 else { return nil }
            let (seconds, isOverflow) = Int64(boot.tv_sec).multipliedReportingOverflow(by: 1_000_000)
            return isOverflow ? nil : seconds.addingReportingOverflow(Int64(boot.tv_usec)).partialValue
        }
    }
#endif
