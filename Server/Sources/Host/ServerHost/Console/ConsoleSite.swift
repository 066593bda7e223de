import ChaveBase
import ChavePixModel
import Console
import HTTPKernel
import PaymentsCore

/// The operator's console as this server mounts it.
struct ConsoleSite {
    let operatorKey: String
    let mount: PageMounts.Mount

    init(
        records: any ConsoleRecords,
        ceremonies: (any CeremonyRecords)?,
        exchanges: (any ExchangeRecords)?,
        time: (any SandboxTime)?,
        operatorKey: String,
        baseURL: String,
        bankNames: [InstitutionID: String],
        world: World
    ) {
        self.operatorKey = operatorKey
        let pages = ConsolePages(
            records: records,
            ceremonies: ceremonies,
            exchanges: exchanges,
            time: time,
            settings: ConsoleSettings(operatorKey: operatorKey, baseURL: baseURL, bankNames: bankNames),
            world: world
        )
        mount = PageMounts.Mount(ConsoleSettings.mountPath, pages, held: ConsoleSettings.heldSegment)
    }
}
