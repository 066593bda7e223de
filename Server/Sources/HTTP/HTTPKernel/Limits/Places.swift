import ChaveBase
package import ChavePixModel

/// Counts places: among the requests that are worked on, and among those that wait for a change.
///
/// One API key has a limited share of each, so that a merchant with slow requests leaves room for the others. For a
/// request without a key, one address and one token have a limited part of the waiting places.
package struct Places: Sendable {
    /// The place that a request holds until it is given back.
    package struct Place: Hashable, Sendable {
        package let pool: Pool
        /// The API key whose share the place counts against, once the key is known.
        package fileprivate(set) var key: APIKeyID?
        /// The waiter whose part of the waiting places counts the place, when there is no key.
        package fileprivate(set) var waiter: Waiter?
    }

    /// The limit of waiting places that is used up.
    package enum Crowd: String, Sendable { case address, token }

    package enum Pool: Hashable, Sendable {
        case working, waiting
        /// Part of a page's own place: takes no place of its own and counts in no share.
        case within
    }

    private let limits: AdmissionLimits
    package private(set) var working = 0
    package private(set) var waiting = 0
    private var workingOfKey: [APIKeyID: Int] = [:]
    private var waitingOfKey: [APIKeyID: Int] = [:]
    private var waitingOfAddress: [IPAddress: Int] = [:]
    private var waitingOfToken: [Digest: Int] = [:]

    package init(_ limits: AdmissionLimits) { self.limits = limits }

    /// Takes a place; `nil` when all are taken.
    package mutating func take(for kind: Admission.Class) -> Place? {
        guard kind != .waiting else {
            guard waiting < limits.waiting else { return nil }
            waiting += 1
            return Place(pool: .waiting)
        }
        guard working < open(to: kind) else { return nil }
        working += 1
        return Place(pool: .working)
    }

    /// Counts a taken place against the share of `key`; `false` when that share is used up.
    package mutating func count(_ place: inout Place, for key: APIKeyID, as kind: Admission.Class) -> Bool {
        switch place.pool {
        case .working:
            let own = workingOfKey[key, default: 0]
            guard own < share(limits.shareOfWorking, of: open(to: kind)) else { return false }
            workingOfKey[key] = own + 1
        case .waiting:
            let own = waitingOfKey[key, default: 0]
            guard own < share(limits.shareOfWaiting, of: limits.waiting) else { return false }
            waitingOfKey[key] = own + 1
        case .within: return true
        }
        place.key = key
        return true
    }

    /// Counts a waiting place against its address and its token.
    ///
    /// When one of them has no places left, the call returns which one, and counts nothing.
    package mutating func count(_ place: inout Place, for waiter: Waiter) -> Crowd? {
        guard place.pool == .waiting else { return nil }
        let ofAddress = waiter.address.map { waitingOfAddress[$0, default: 0] } ?? 0
        let ofToken = waiter.token.map { waitingOfToken[$0, default: 0] } ?? 0
        guard waiter.address == nil || ofAddress < mostOfAddress else { return .address }
        guard limits.waitingOfToken == 0 || ofToken < limits.waitingOfToken else { return .token }
        if let address = waiter.address { waitingOfAddress[address] = ofAddress + 1 }
        if let token = waiter.token { waitingOfToken[token] = ofToken + 1 }
        place.waiter = waiter
        return nil
    }

    private var mostOfAddress: Int {
        let share = share(limits.shareOfWaiting, of: limits.waiting)
        return limits.waitingOfAddress == 0 ? share : min(share, limits.waitingOfAddress)
    }

    package mutating func giveBack(_ place: Place) {
        switch place.pool {
        case .working:
            working -= 1
            if let key = place.key { Places.takeOne(from: &workingOfKey, key) }
        case .waiting:
            waiting -= 1
            if let key = place.key { Places.takeOne(from: &waitingOfKey, key) }
            if let address = place.waiter?.address { Places.takeOne(from: &waitingOfAddress, address) }
            if let token = place.waiter?.token { Places.takeOne(from: &waitingOfToken, token) }
        case .within: break
        }
    }

    /// The number of places open to a class; the last ones are for approvals only.
    private func open(to kind: Admission.Class) -> Int {
        kind == .approval ? limits.concurrent : limits.concurrent - limits.reserved
    }

    private func share(_ part: Double, of places: Int) -> Int { max(1, Int(Double(places) * part)) }

    private static func takeOne<Key>(from counts: inout [Key: Int], _ key: Key) {
        guard let own = counts[key] else { return }
        counts[key] = own > 1 ? own - 1 : nil
    }
}
