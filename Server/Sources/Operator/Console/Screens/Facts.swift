import ChaveBase
import Pages

/// The known facts of an object, name by name; unknown ones are left out.
struct Facts {
    let frame: ConsoleFrame
    private var items: [HTML] = []

    init(frame: ConsoleFrame) { self.frame = frame }

    mutating func add(_ name: String, _ value: HTML?) {
        guard let value else { return }
        items.append("<dt>\(name)</dt><dd>\(value)</dd>\n")
    }

    mutating func add(_ name: String, code: String?) { add(name, code.map { "<code>\($0)</code>" }) }

    mutating func add(_ name: String, time: Timestamp?) { add(name, time.map(frame.time)) }

    /// Adds the start, the deadline and the retries of calls to the bank.
    mutating func addWork(since start: Timestamp, until deadline: Timestamp?, nextTry: Timestamp?, tries: Int) {
        let say = frame.language
        add(say("Criado", "Created"), time: start)
        add(say("Espera até", "Waits until"), time: deadline)
        add(say("Próxima chamada ao banco", "Next call to the bank"), time: nextTry)
        if tries > 0 { add(say("Chamadas que falharam", "Failed calls"), code: "\(tries)") }
    }

    var html: HTML { "<dl>\n\(items)</dl>\n" }
}
