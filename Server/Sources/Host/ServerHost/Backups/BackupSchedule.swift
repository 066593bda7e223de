import ChaveBase
import ChavePixModel
import Foundation
import Logging
import PaymentsCore
import ServiceLifecycle
import Synchronization

/// Backs up the databases at a fixed interval of hours, and keeps the newest few copies.
///
/// The age of the newest copy decides when the next one is due, so a server that is often restarted makes copies too.
/// The copies never contain keys.
struct BackupSchedule: Service, CustomStringConvertible {
    let plan: ServerConfiguration.Backups
    let dataDirectory: String
    let world: World
    let logger: Logger
    let metrics: ServerMetrics

    var description: String { "BackupSchedule" }

    private static let prefix = "chave-"
    private static let lookEveryMilliseconds = 60_000

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await look()
                await world.sleep(BackupSchedule.lookEveryMilliseconds)
            }
        }
    }

    func look() async {
        let now = world.now()
        // A copy with a future time was made before the clock was set back, so it does not delay the next one.
        let newest = copies(at: now).last { $0.madeAt <= now }?.madeAt
        // The metric is also set at the start: an alert on an old copy needs its age before this server makes its first
        // copy.
        if let newest { metrics.backedUp(at: newest) }
        if let newest, now < newest.adding(seconds: Int64(plan.everyHours) * 3_600) { return }
        let name = BackupSchedule.prefix + now.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
        do {
            try makeFolder()
            removeDrafts()
            try await Backup(folder: "\(plan.directory)/\(name)").make(of: dataDirectory, withKeys: false, at: now)
            metrics.backedUp(at: now)
            logger.info("backup made")
        } catch is CancellationError {
            logger.info("backup given up: the server ends")
        } catch {
            metrics.alerted("backup_failed")
            logger.error("backup failed", metadata: ["error": "\(type(of: error))"])
        }
        prune(at: now)
    }

    /// The copies, the oldest first, with copies from the future before all; folders with another name or no manifest
    /// are not ours.
    private func copies(at now: Timestamp) -> [(path: String, madeAt: Timestamp)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: plan.directory)) ?? []
        return names.filter { $0.hasPrefix(BackupSchedule.prefix) }.compactMap { name in
            let path = "\(plan.directory)/\(name)"
            return (try? BackupManifest(readingFrom: path)).map { (path, $0.madeAt) }
        }.sorted { first, second in
            let areFuture = (first.madeAt > now, second.madeAt > now)
            return areFuture.0 == areFuture.1 ? first.madeAt < second.madeAt : areFuture.0
        }
    }

    /// Removes the unfinished copies of a killed process; only this service writes folders with such names.
    private func removeDrafts() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: plan.directory)) ?? []
        for name in names where BackupSchedule.isOurDraft(name) {
            try? FileManager.default.removeItem(atPath: "\(plan.directory)/\(name)")
        }
    }

    /// Whether a name is like `chave-20261121T120000Z.partial`; a backup that an operator makes has another name.
    private static func isOurDraft(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(Backup.draftSuffix) else { return false }
        let time = name.dropFirst(prefix.count).dropLast(Backup.draftSuffix.count)
        return time.count == 16 && time.last == "Z" && time.dropLast().allSatisfy { $0.isNumber || $0 == "T" }
    }

    private func prune(at now: Timestamp) {
        for copy in copies(at: now).dropLast(plan.keep) { try? FileManager.default.removeItem(atPath: copy.path) }
    }

    private func makeFolder() throws {
        try FileManager.default.createDirectory(
            atPath: plan.directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }
}
