@_exported import FoundationAdditions

// https://developer.apple.com/documentation/corelocation/cllocationmanager
open class CLLocationManager: NSObject {
    override public init() { fatalError() }

    weak open var delegate: (any CLLocationManagerDelegate)?

    // https://developer.apple.com/documentation/corelocation/cllocationmanager/desiredaccuracy
    open var desiredAccuracy: CLLocationAccuracy

    // https://developer.apple.com/documentation/corelocation/cllocationmanager/authorizationstatus-swift.property
    open var authorizationStatus: CLAuthorizationStatus { fatalError() }

    // https://developer.apple.com/documentation/corelocation/cllocationmanager/accuracyauthorization
    open var accuracyAuthorization: CLAccuracyAuthorization { fatalError() }

    // https://developer.apple.com/documentation/corelocation/cllocationmanager/requestwheninuseauthorization()
    open func requestWhenInUseAuthorization() { fatalError() }

    // https://developer.apple.com/documentation/corelocation/cllocationmanager/requestlocation()
    open func requestLocation() { fatalError() }
}

@available(*, unavailable)
extension CLLocationManager: Sendable {}

// https://developer.apple.com/documentation/corelocation/cllocationmanagerdelegate
public protocol CLLocationManagerDelegate: NSObjectProtocol {
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
}

// https://developer.apple.com/documentation/corelocation/cllocationaccuracy
public typealias CLLocationAccuracy = Double

// https://developer.apple.com/documentation/corelocation/kcllocationaccuracyhundredmeters
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = { fatalError() }()

// https://developer.apple.com/documentation/corelocation/clauthorizationstatus
public enum CLAuthorizationStatus: Int32, Sendable {
    case notDetermined
    case restricted
    case denied
    case authorizedAlways
    @available(macOS, unavailable)
    case authorizedWhenInUse
}

// https://developer.apple.com/documentation/corelocation/claccuracyauthorization
public enum CLAccuracyAuthorization: Int, Sendable {
    case fullAccuracy
    case reducedAccuracy
}
