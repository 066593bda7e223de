/// Traces that the usual jailbreaks leave.
///
/// A heuristic and no more: someone who hides them is not found. It is a signal among others for the bank, never a boundary of
/// this SDK's.
enum JailbreakTraces {
    /// Files of package managers, injected libraries and shells, none of which a phone has of its own.
    static let files = [
        "/Applications/Cydia.app", "/Applications/Sileo.app", "/Applications/Zebra.app", "/Library/MobileSubstrate",
        "/bin/bash", "/etc/apt", "/private/var/lib/apt", "/usr/lib/TweakInject", "/usr/libexec/sftp-server",
        "/usr/sbin/sshd", "/var/jb",
    ]

    /// Directories that an app's sandbox closes.
    static let closedDirectories = ["/", "/private"]

    /// Whether there is any trace; on a simulator the files would be the Mac's, so nothing is looked for.
    static func areFound(
        isEmulated: Bool,
        exists: (_ path: String) -> Bool,
        isWritable: (_ path: String) -> Bool
    ) -> Bool {
        !isEmulated && (files.contains(where: exists) || closedDirectories.contains(where: isWritable))
    }
}
