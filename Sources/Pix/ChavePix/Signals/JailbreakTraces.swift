/// Traces that the usual jailbreaks leave.
///
/// The traces are only a heuristic, which misses a person who hides them. They are one signal among others for the
/// bank, never a security boundary of this SDK.
enum JailbreakTraces {
    /// Files of package managers, injected libraries and shells, which no phone has originally.
    static let files = [
        "/Applications/Cydia.app", "/Applications/Sileo.app", "/Applications/Zebra.app", "/Library/MobileSubstrate",
        "/bin/bash", "/etc/apt", "/private/var/lib/apt", "/usr/lib/TweakInject", "/usr/libexec/sftp-server",
        "/usr/sbin/sshd", "/var/jb",
    ]

    /// Directories to which an app's sandbox does not allow writing.
    static let closedDirectories = ["/", "/private"]

    /// Whether there is any trace; false on a simulator, because its files would be the Mac's.
    static func areFound(
        isEmulated: Bool,
        exists: (_ path: String) -> Bool,
        isWritable: (_ path: String) -> Bool
    ) -> Bool {
        !isEmulated && (files.contains(where: exists) || closedDirectories.contains(where: isWritable))
    }
}
