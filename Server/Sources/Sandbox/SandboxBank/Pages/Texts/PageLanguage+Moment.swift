import ChaveBase
import Pages

extension PageLanguage {
    /// A time for people, with the machine-readable time (HTML, section 4.5.14).
    func moment(_ time: Timestamp) -> HTML {
        "<time datetime=\"\(String(time.rfc3339.prefix(19)))Z\">\(self.time(time))</time>"
    }

    /// The note about the time zone on every page with times.
    var zone: String { self("Horários de Brasília (UTC−3).", "Times are Brasília's (UTC−3).") }
}
