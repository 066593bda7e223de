import ChaveWire

/// The tree of devices: each device is below the one that added it.
struct DeviceTree {
    struct Row {
        let device: JSONValue
        /// The number of devices above it in its tree.
        let level: Int

        var id: String { device["credential_id"]?.string ?? "" }
        var isActive: Bool { device["status"]?.string == "ACTIVE" }

        var line: String {
            let indent = String(repeating: "  ", count: level)
            return "\(indent)\(id)  \(device["status"]?.string ?? "")  \(device["device_name"]?.string ?? "")"
        }
    }

    /// The rows: each device once, and below it the devices that it added.
    let rows: [Row]

    init(_ devices: [JSONValue]) {
        let known = Set(devices.compactMap { $0["credential_id"]?.string })
        let children = Dictionary(grouping: devices) { device in
            device["parent_id"]?.string.flatMap { known.contains($0) ? $0 : nil } ?? ""
        }
        var rows: [Row] = []
        var waiting = (children[""] ?? []).map { Row(device: $0, level: 0) }
        while !waiting.isEmpty {
            let row = waiting.removeFirst()
            rows.append(row)
            // No device can be its own ancestor, because each is taken from the list once.
            guard !row.id.isEmpty else { continue }
            let below = (children[row.id] ?? []).map { Row(device: $0, level: row.level + 1) }
            waiting.insert(contentsOf: below, at: 0)
        }
        self.rows = rows
    }

    private init(rows: [Row]) { self.rows = rows }

    /// The part with a device and all devices below it, with levels from 0; `nil` when no device has that id.
    func part(from id: String) -> DeviceTree? {
        guard let start = rows.firstIndex(where: { $0.id == id }) else { return nil }
        let top = rows[start].level
        let below = rows[(start + 1)...].prefix { $0.level > top }
        let part = [rows[start]] + below
        return DeviceTree(rows: part.map { Row(device: $0.device, level: $0.level - top) })
    }
}
