// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "chave-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "chave", path: ".."),
        .package(name: "chave-server", path: "../Server"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        .executableTarget(
            name: "chave-bench",
            dependencies: [
                .product(name: "ServerParts", package: "chave-server"),
                .product(name: "ChavePix", package: "chave"),
                .product(name: "ChavePixModel", package: "chave"),
                .product(name: "ChaveBase", package: "chave"),
                .product(name: "ChaveDeviceKeys", package: "chave"),
                .product(name: "ChaveJOSE", package: "chave"),
                .product(name: "ChaveSoftwareAuthenticator", package: "chave"),
                .product(name: "ChaveTransport", package: "chave"),
                .product(name: "ChaveWebAuthn", package: "chave"),
                .product(name: "ChaveWire", package: "chave"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
