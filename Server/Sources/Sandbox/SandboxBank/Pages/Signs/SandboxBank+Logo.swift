public import ChavePixModel

extension SandboxBank {
    /// The institution's logo as a PNG; `nil` for an unknown institution.
    public static func logo(of institution: InstitutionID) -> [UInt8]? {
        SandboxInstitution.all.first { $0.id == institution }?.logo
    }
}

extension SandboxInstitution {
    /// A white shape on the bank's colour.
    var logo: [UInt8] {
        let size = 96
        let middle = size / 2
        let shape = sortPriority
        return PNGImage(size: size, background: color) { x, y in
            let (dx, dy) = (x - middle, y - middle)
            let distance = dx * dx + dy * dy
            switch shape {
            case 1: return distance <= 28 * 28
            case 2: return (20 * 20...30 * 30).contains(distance)
            case 3: return abs(dx) + abs(dy) <= 32
            case 4: return distance <= 12 * 12 || (abs(dx) <= 3 || abs(dy) <= 3) && distance <= 36 * 36
            default: return dy >= -24 && dy <= 24 && 2 * abs(dx) <= dy + 24
            }
        }.encoded()
    }

    private var color: (red: UInt8, green: UInt8, blue: UInt8) {
        let value = UInt32(primaryColor.dropFirst(), radix: 16) ?? 0
        return (
            UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
            UInt8(truncatingIfNeeded: value)
        )
    }
}
