// swift-tools-version: 6.1
import PackageDescription

/// What holds for every target: arrows between modules are written down, nothing leaks through an import.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func client(_ product: String) -> Target.Dependency { .product(name: product, package: "chave") }

let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let configuration: Target.Dependency = .product(name: "Configuration", package: "swift-configuration")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let metrics: Target.Dependency = .product(name: "Metrics", package: "swift-metrics")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1: Target.Dependency = .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let coreMetrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "chave-server",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "chave", targets: ["chave"]),
        // For Benchmarks, which is a package of its own.
        .library(
            name: "ServerParts",
            targets: ["HolderBrowser", "PaymentsCore", "SandboxBank", "ServerHTTP", "StorageSQLite", "SQLiteWriter"]
        ),
    ],
    dependencies: [
        .package(name: "chave", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        // The port to banks, in Open Finance's messages.
        .target(
            name: "InstitutionPort",
            dependencies: [client("ChavePixModel"), client("ChaveWire")],
            swiftSettings: house
        ),
        // Rules and flows of the Payments API.
        .target(
            name: "PaymentsCore",
            dependencies: [
                "InstitutionPort", client("ChaveJOSE"), client("ChavePixModel"), client("ChaveWebAuthn"),
                client("ChaveWire"), crypto,
            ],
            swiftSettings: house
        ),
        // Rules of sign-in: tenants, credentials, OAuth and OpenID Connect, a second device.
        .target(
            name: "SignInCore",
            dependencies: [
                client("ChaveCredentialChain"), client("ChaveJOSE"), client("ChavePixModel"), client("ChaveWebAuthn"),
                client("ChaveWire"), crypto,
            ],
            swiftSettings: house
        ),
        // How mails of sign-in leave the server.
        .target(
            name: "SignInMail",
            dependencies: ["SignInCore", client("ChavePixModel"), client("ChaveWire")],
            swiftSettings: house
        ),
        // Rules of the issuer's side when a card becomes active in a wallet.
        .target(
            name: "TokenActivationCore",
            dependencies: [client("ChavePixModel"), client("ChaveWire"), crypto],
            swiftSettings: house
        ),
        // What merchants are told: signatures, schedule, delivery; no address is dialled here.
        .target(
            name: "Webhooks",
            dependencies: ["PaymentsCore", client("ChavePixModel"), client("ChaveWire"), crypto],
            swiftSettings: house
        ),
        // Edges.
        .target(
            name: "WebhookSending",
            dependencies: [
                "Webhooks", client("ChavePixModel"), asyncHTTPClient, nioCore, nioHTTP1, nioPosix, nioSSL,
            ],
            swiftSettings: house
        ),
        .target(name: "PrometheusMetrics", dependencies: [coreMetrics], swiftSettings: house),
        // One function of SQLite that Swift cannot call by itself.
        .systemLibrary(name: "SQLiteConnectionSettings", path: "Modules/SQLiteConnectionSettings"),
        .target(
            name: "SQLiteWriter",
            dependencies: [
                "SQLiteConnectionSettings", grdb, .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: house
        ),
        // PostgreSQL over its own library: connections, pool, pipelines, and what errors mean.
        .systemLibrary(name: "PostgresClientLibrary", path: "Modules/PostgresClientLibrary"),
        .target(name: "PostgresClient", dependencies: ["PostgresClientLibrary"], swiftSettings: house),
        // What a row of payments and webhooks holds, in whichever database.
        .target(
            name: "StoredForms",
            dependencies: ["PaymentsCore", "Webhooks", client("ChavePixModel"), client("ChaveWire")],
            swiftSettings: house
        ),
        .target(
            name: "StorageSQLite",
            dependencies: [
                "PaymentsCore", "SignInCore", "SQLiteWriter", "StoredForms", "TokenActivationCore", "Webhooks",
                client("ChavePixModel"), client("ChaveWire"), grdb,
            ],
            swiftSettings: house
        ),
        .target(
            name: "StoragePostgres",
            dependencies: ["PostgresClient", "SignInCore", "TokenActivationCore", client("ChavePixModel"), crypto],
            swiftSettings: house
        ),
        // The token services of card networks, asked over HTTP.
        .target(
            name: "TokenNetworks",
            dependencies: [
                "TokenActivationCore", client("ChavePixModel"), client("ChaveTransport"), client("ChaveWire"),
            ],
            swiftSettings: house
        ),
        // Cards, tokens and wallets to try it with: networks and an issuer's register.
        .target(
            name: "SandboxCards",
            dependencies: [
                "SQLiteWriter", "TokenActivationCore", client("ChavePixModel"), client("ChaveTransport"),
                client("ChaveWire"), grdb,
            ],
            swiftSettings: house
        ),
        // QR codes as values, and drawn.
        .systemLibrary(name: "QREncoding", path: "Modules/QREncoding"),
        .target(name: "PNGFiles", swiftSettings: house),
        .target(name: "QRCodes", dependencies: ["PNGFiles", "QREncoding"], swiftSettings: house),
        // What pages for people are made of.
        .target(
            name: "Pages",
            dependencies: [client("ChavePixModel"), client("ChaveWire"), crypto],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        // A merchant with pages: what the public API does, in a browser.
        .target(
            name: "SandboxShop",
            dependencies: [
                "Pages", client("ChavePixModel"), client("ChaveTransport"), client("ChaveWire"), crypto,
            ],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        // A wallet with pages: a card is added, and its token watched.
        .target(
            name: "SandboxWallet",
            dependencies: [
                "Pages", "SandboxCards", "TokenActivationCore", client("ChavePixModel"), client("ChaveTransport"),
                client("ChaveWire"),
            ],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        // The issuer's app as pages: what a wallet's link opens.
        .target(
            name: "IssuerPages",
            dependencies: [
                "Pages", client("App2App"), client("ChavePixModel"), client("ChaveTransport"), client("ChaveWire"),
                crypto,
            ],
            swiftSettings: house
        ),
        // The operator's pages: what happens, and what can be done about it.
        .target(
            name: "Console",
            dependencies: [
                "Pages", client("ChaveCeremonyDebugger"), client("ChavePixModel"), client("ChaveWire"), crypto,
            ],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        // Signing in by a browser: passkeys, QR, consent, the person's own page.
        .target(
            name: "SignInPages",
            dependencies: ["Pages", "SignInCore", client("ChavePixModel"), client("ChaveWire")],
            resources: [.embedInCode("Assets")],
            swiftSettings: house
        ),
        .target(
            name: "SandboxBank",
            dependencies: [
                "InstitutionPort", "PNGFiles", "Pages", "SQLiteWriter", client("ChaveJOSE"), client("ChavePixModel"),
                client("ChaveWebAuthn"), client("ChaveWire"), crypto, grdb,
            ],
            swiftSettings: house
        ),
        .target(
            name: "ServerHTTP",
            dependencies: [
                "Console", "InstitutionPort", "IssuerPages", "Pages", "PaymentsCore", "PrometheusMetrics",
                "SandboxBank",
                "QRCodes", "SandboxCards", "SandboxShop", "SandboxWallet", "SignInCore", "SignInMail", "SignInPages",
                "StorageSQLite", "SQLiteWriter", "TokenActivationCore", "TokenNetworks", "WebhookSending", "Webhooks",
                client("ChavePixModel"), client("ChaveTransport"), client("ChaveWire"),
                client("ChaveJOSE"),
                configuration, crypto, httpTypes, hummingbird, lifecycle, logging, metrics, nioCore, nioHTTPTypes,
                nioSSL,
            ],
            swiftSettings: house
        ),
        // The holder at the sandbox bank, by the bank's own pages.
        .target(name: "HolderBrowser", dependencies: [client("ChaveTransport")], swiftSettings: house),
        .executableTarget(
            name: "chave",
            dependencies: [
                "HolderBrowser", "PaymentsCore", "QRCodes", "SandboxBank", "ServerHTTP", "SignInCore", "SQLiteWriter",
                client("App2App"), client("BeyondIdentityEmbedded"), client("ChaveCeremonyDebugger"),
                client("ChaveDeviceKeys"), client("ChavePix"), client("ChavePixModel"),
                client("ChaveSoftwareAuthenticator"), client("ChaveTransport"), client("ChaveWire"), "Webhooks",
                arguments, lifecycle, logging, unixSignals,
            ],
            swiftSettings: house
        ),
        // Doubles that keep the whole contract of what they stand for.
        .target(
            name: "ServerTestSupport",
            dependencies: [
                "InstitutionPort", "PaymentsCore", "SignInCore", "TokenActivationCore", "Webhooks",
                client("ChavePixModel"), client("ChaveWire"), client("ChaveJOSE"), client("ChaveWebAuthn"),
            ],
            path: "Tests/ServerTestSupport",
            swiftSettings: house
        ),
        // A PostgreSQL of the tests' own, with its faults.
        .target(name: "PostgresTestSupport", path: "Tests/PostgresTestSupport", swiftSettings: house),
        .testTarget(
            name: "PostgresClientTests",
            dependencies: ["PostgresClient", "PostgresTestSupport"],
            swiftSettings: house
        ),
        .testTarget(name: "QRCodesTests", dependencies: ["PNGFiles", "QRCodes"], swiftSettings: house),
        .testTarget(name: "PagesTests", dependencies: ["Pages", client("ChavePixModel")], swiftSettings: house),
        .testTarget(
            name: "ConsoleTests",
            dependencies: ["Console", "Pages", client("ChavePixModel"), client("ChaveWire")],
            swiftSettings: house
        ),
        .testTarget(
            name: "SandboxShopTests",
            dependencies: ["SandboxShop", "Pages", client("ChavePixModel"), client("ChaveWire")],
            swiftSettings: house
        ),
        .testTarget(
            name: "SignInPagesTests",
            dependencies: [
                "SignInPages", "Pages", "ServerTestSupport", "SignInCore", client("ChavePixModel"),
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "IssuerPagesTests",
            dependencies: ["IssuerPages", "Pages", client("ChavePixModel"), client("ChaveWire"), crypto],
            swiftSettings: house
        ),
        .testTarget(
            name: "SandboxWalletTests",
            dependencies: [
                "SandboxWallet", "Pages", "SandboxCards", "TokenActivationCore", client("App2App"),
                client("ChavePixModel"),
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "SandboxCardsTests",
            dependencies: [
                "SandboxCards", "SQLiteWriter", "TokenActivationCore", "TokenNetworks", client("ChavePixModel"),
                client("ChaveTransport"), client("ChaveWire"), grdb,
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "TokenNetworksTests",
            dependencies: [
                "TokenActivationCore", "TokenNetworks", client("ChavePixModel"), client("ChaveTransport"),
                client("ChaveWire"),
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "SandboxBankTests",
            dependencies: [
                "SandboxBank", "HolderBrowser", "InstitutionPort", "Pages", "SQLiteWriter", client("ChavePixModel"),
                client("ChaveTransport"), client("ChaveWire"), client("ChaveDeviceKeys"),
                client("ChaveSoftwareAuthenticator"), client("ChaveJOSE"), grdb,
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "PaymentsCoreTests",
            dependencies: [
                "PaymentsCore", "InstitutionPort", "ServerTestSupport", client("ChavePixModel"), client("ChaveWire"),
                client("ChaveDeviceKeys"), client("ChaveJOSE"), client("ChaveSoftwareAuthenticator"),
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "SignInCoreTests",
            dependencies: [
                "SignInCore", "ServerTestSupport", client("ChaveCredentialChain"), client("ChaveDeviceKeys"),
                client("ChaveJOSE"), client("ChavePixModel"), client("ChaveSoftwareAuthenticator"),
                client("ChaveWebAuthn"), client("ChaveWire"), crypto,
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "TokenActivationCoreTests",
            dependencies: ["TokenActivationCore", "ServerTestSupport", client("ChavePixModel")],
            swiftSettings: house
        ),
        .testTarget(
            name: "SignInMailTests",
            dependencies: ["SignInMail", "SignInCore", client("ChavePixModel"), client("ChaveWire")],
            swiftSettings: house
        ),
        .testTarget(
            name: "PrometheusMetricsTests",
            dependencies: ["PrometheusMetrics", coreMetrics],
            swiftSettings: house
        ),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "StorageSQLite", "SQLiteWriter", "PaymentsCore", "PostgresClient", "PostgresTestSupport",
                "ServerTestSupport", "SignInCore", "StoragePostgres", "StoredForms", "TokenActivationCore", "Webhooks",
                client("ChavePixModel"), grdb,
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "StoragePostgresTests",
            dependencies: [
                "StoragePostgres", "PostgresClient", "PostgresTestSupport", "SignInCore", client("ChavePixModel"),
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "WebhookSendingTests",
            dependencies: ["WebhookSending", "Webhooks", client("ChavePixModel"), nioCore, nioPosix, nioSSL],
            swiftSettings: house
        ),
        .testTarget(
            name: "WebhooksTests",
            dependencies: [
                "Webhooks", "PaymentsCore", "ServerTestSupport", client("ChavePixModel"),
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "ServerHTTPTests",
            dependencies: [
                "Console", "Pages", "ServerHTTP", "PaymentsCore", "PrometheusMetrics", "SandboxBank", "SandboxCards",
                "StorageSQLite", "ServerTestSupport", "SignInCore", "SignInMail", "SignInPages", "SQLiteWriter",
                "InstitutionPort", "TokenActivationCore", "TokenNetworks", "Webhooks",
                client("BiometricPixSDK"), client("ChaveCredentialChain"), client("ChaveDeviceKeys"),
                client("ChaveJOSE"), crypto,
                client("ChavePix"), client("ChavePixModel"), client("ChaveSoftwareAuthenticator"),
                client("ChaveTransport"), client("ChaveWire"), "HolderBrowser", grdb, httpTypes, hummingbird, lifecycle,
                logging, nioCore, nioEmbedded, nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1, nioPosix,
            ],
            swiftSettings: house
        ),
    ],
    swiftLanguageModes: [.v6]
)
