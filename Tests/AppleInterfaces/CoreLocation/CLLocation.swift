// https://developer.apple.com/documentation/corelocation/cllocationcoordinate2d
public struct CLLocationCoordinate2D: Sendable {
    public var latitude: Double
    public var longitude: Double
}

// https://developer.apple.com/documentation/corelocation/cllocation
open class CLLocation: NSObject {
    open var coordinate: CLLocationCoordinate2D { fatalError() }
    open var horizontalAccuracy: Double { fatalError() }
    open var timestamp: Date { fatalError() }

    // https://developer.apple.com/documentation/corelocation/cllocation/sourceinformation
    open var sourceInformation: CLLocationSourceInformation? { fatalError() }
}

@available(*, unavailable)
extension CLLocation: Sendable {}

// https://developer.apple.com/documentation/corelocation/cllocationsourceinformation
open class CLLocationSourceInformation: NSObject {
    open var isSimulatedBySoftware: Bool { fatalError() }
}

@available(*, unavailable)
extension CLLocationSourceInformation: Sendable {}
