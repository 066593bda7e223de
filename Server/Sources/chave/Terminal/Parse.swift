import ArgumentParser
import ChaveBase
import ChaveCeremonyDebugger
import ChavePixModel
import SignInModel

/// Reads arguments; a refused one is a wrong argument, exit code 64.
enum Parse {
    /// Reads reais with a point or a comma before the centavos: `12.34`, `12,34` or `1.234,56`.
    static func amount(_ text: String) throws -> Money {
        guard let decimal = decimal(text), let money = Money(decimal: decimal), money.centavos > 0 else {
            throw ValidationError("Give reais above zero with at most two decimals, such as 12.34, 12,34 or 1.234,56.")
        }
        return money
    }

    /// The amount with a point before the centavos; `nil` when it could be read in two ways.
    ///
    /// Points separate thousands only where a comma follows: `1.234` could be a thousand or one real.
    private static func decimal(_ text: String) -> String? {
        let halves = text.split(separator: ",", omittingEmptySubsequences: false)
        guard halves.count > 1 else { return text }
        let groups = halves[0].split(separator: ".", omittingEmptySubsequences: false)
        let areThousands = (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
        guard halves.count == 2, groups.count == 1 || areThousands else { return nil }
        return "\(groups.joined()).\(halves[1])"
    }

    static func kind(_ text: String) throws -> InspectedKind {
        guard let kind = InspectedKind(rawValue: text) else {
            throw ValidationError("It is one of: \(InspectedKind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return kind
    }

    /// Reads a day, which means its beginning in Brasília, or a time.
    static func moment(_ text: String) throws -> Timestamp {
        let time = CalendarDate(iso: text).map { Timestamp(startOf: $0).adding(seconds: 3 * 60 * 60) }
        guard let moment = time ?? Timestamp(rfc3339: text) else {
            throw ValidationError("Give a day such as 2026-03-01, or a time such as 2026-03-01T12:00:00Z.")
        }
        return moment
    }

    static func tenant(_ text: String) throws -> TenantID {
        guard let tenant = TenantID(text) else {
            throw ValidationError("A tenant's id has 1 to 63 letters a to z, digits and inner hyphens.")
        }
        return tenant
    }

    static func requirePort(_ port: Int) throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535.") }
    }

    static func id<Kind>(_ text: String) throws -> ResourceID<Kind> {
        guard let id = ResourceID<Kind>(text) else {
            throw ValidationError("An id looks like 0193a1b2-0000-7000-8000-000000000000.")
        }
        return id
    }
}
