// swift-tools-version: 6.1
import PackageDescription

/// What holds for every target: arrows between modules are written down, nothing leaks through an import.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target in the folder of its product; its documentation's first sentence says what it is.
///
/// Files of `Assets` are a part of the code.
func module(_ name: String, in folder: String, _ dependencies: [Target.Dependency], assets: Bool = false) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Sources/\(folder)/\(name)",
        resources: assets ? [.embedInCode("Assets")] : [],
        swiftSettings: house
    )
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: house)
}

/// Code that several test targets use, in the folder of the tests.
func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: house)
}

func client(_ product: String) -> Target.Dependency { .product(name: product, package: "chave") }

let base = client("ChaveBase")
let wire = client("ChaveWire")
let pixModel = client("ChavePixModel")
let transport = client("ChaveTransport")
let jose = client("ChaveJOSE")
let deviceKeys = client("ChaveDeviceKeys")
let softwareAuthenticator = client("ChaveSoftwareAuthenticator")
let webAuthn = client("ChaveWebAuthn")
/// The port to banks, with what its messages are made of.
let messages: [Target.Dependency] = ["InstitutionPort", base, jose, pixModel, wire]

let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let asn1: Target.Dependency = .product(name: "SwiftASN1", package: "swift-asn1")
let asyncHTTPClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let configuration: Target.Dependency = .product(name: "Configuration", package: "swift-configuration")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
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
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")
let system: Target.Dependency = .product(
    name: "SystemPackage",
    package: "swift-system",
    condition: .when(platforms: [.linux])
)
let unixSignals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let x509: Target.Dependency = .product(name: "X509", package: "swift-certificates")

let package = Package(
    name: "chave-server",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "chave", targets: ["chave"]),
        // For Benchmarks, which is a package of its own.
        .library(
            name: "ServerParts",
            targets: [
                "HTTPKernel", "HolderBrowser", "PaymentsCore", "SandboxBank", "PaymentsStores", "ServerHost",
                "SQLiteWriter",
            ]
        ),
    ],
    dependencies: [
        .package(name: "chave", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
    ],
    targets: [
        module("Hashing", in: "Base", [base, crypto]),
        module("InstitutionPort", in: "Banks", [base, jose, pixModel, wire]),
        module("OpenFinanceWire", in: "Banks", ["Hashing", "InstitutionPort", base, jose, wire]),
        module(
            "OpenFinanceClient",
            in: "Banks",
            [
                "InstitutionPort", "OpenFinanceWire", "Waiting", base, jose, pixModel, wire, asyncHTTPClient, nioCore,
                nioHTTP1, nioPosix, nioSSL,
            ]
        ),
        module("OpenFinanceCertificates", in: "Banks", ["Hashing", base, asn1, cryptoExtras, x509]),
        module("PaymentsModel", in: "Payments", ["Hashing", "InstitutionPort", base, pixModel, wire, crypto]),
        module(
            "PaymentsCore",
            in: "Payments",
            ["Hashing", "InstitutionPort", "PaymentsModel", "Waiting", base, jose, pixModel, webAuthn, wire, crypto]
        ),
        module(
            "SignInModel",
            in: "SignIn",
            ["Hashing", base, client("ChaveCredentialChain"), jose, webAuthn, wire, crypto]
        ),
        module(
            "SignInCore",
            in: "SignIn",
            ["Hashing", "SignInModel", base, client("ChaveCredentialChain"), jose, webAuthn, wire, crypto]
        ),
        module("SignInMail", in: "SignIn", ["SignInModel", base, wire, subprocess, system]),
        module("TokenActivationCore", in: "Cards", ["Hashing", base]),
        module("Webhooks", in: "Payments", ["Hashing", "PaymentsModel", base, pixModel, wire, crypto]),
        module(
            "WebhookSending",
            in: "Payments",
            ["Webhooks", base, pixModel, asyncHTTPClient, nioCore, nioHTTP1, nioPosix, nioSSL]
        ),
        module("PrometheusMetrics", in: "HTTP", [coreMetrics]),
        .systemLibrary(name: "CSQLite", path: "Modules/CSQLite"),
        module("SQLiteWriter", in: "Storage", ["CSQLite", base]),
        .systemLibrary(name: "PostgresClientLibrary", path: "Modules/PostgresClientLibrary"),
        module("PostgresClient", in: "Storage", ["PostgresClientLibrary"]),
        module("Waiting", in: "Waiting", [base]),
        module("SQLPort", in: "Storage", ["PostgresClient", "SQLiteWriter", base]),
        module("PostgresNodes", in: "Storage", ["PostgresClient", "SQLPort", "Waiting", base]),
        module("CardsStores", in: "Cards", ["PostgresClient", "SQLiteWriter", "SQLPort", "TokenActivationCore", base]),
        module(
            "SignInStores",
            in: "SignIn",
            ["PostgresClient", "PostgresNodes", "SignInModel", "SQLiteWriter", "SQLPort", "Waiting", base]
        ),
        module(
            "PaymentsStores",
            in: "Payments",
            [
                "Hashing", "PaymentsModel", "PostgresClient", "PostgresNodes", "SQLiteWriter", "SQLPort", "Waiting",
                "Webhooks", base, pixModel, wire,
            ]
        ),
        module("TokenNetworks", in: "Cards", ["TokenActivationCore", base, transport, wire]),
        module(
            "SandboxCards",
            in: "Sandbox",
            ["PostgresClient", "SQLiteWriter", "SQLPort", "TokenActivationCore", base, transport, wire]
        ),
        .systemLibrary(name: "QREncoding", path: "Modules/QREncoding"),
        module("PNGFiles", in: "HTTP", []),
        module("QRCodes", in: "HTTP", ["PNGFiles", "QREncoding"]),
        module("Pages", in: "HTTP", [base, pixModel, wire, crypto], assets: true),
        module("SandboxShop", in: "Sandbox", ["Pages", base, pixModel, transport, wire, crypto], assets: true),
        module(
            "SandboxWallet",
            in: "Sandbox",
            ["Pages", "SandboxCards", "TokenActivationCore", base, wire],
            assets: true
        ),
        module("IssuerPages", in: "Cards", ["Pages", client("App2App"), base, transport, wire, crypto]),
        module(
            "Console",
            in: "Operator",
            ["Pages", base, client("ChaveCeremonyDebugger"), pixModel, wire, crypto],
            assets: true
        ),
        module("SignInPages", in: "SignIn", ["Pages", "SignInCore", "SignInModel", base, wire], assets: true),
        module(
            "SandboxBank",
            in: "Sandbox",
            [
                "Hashing", "InstitutionPort", "Pages", "PNGFiles", "PostgresClient", "SQLiteWriter", "SQLPort", base,
                jose, pixModel, webAuthn, wire, crypto,
            ]
        ),
        module(
            "HTTPKernel",
            in: "HTTP",
            [
                "Hashing", "Pages", "Waiting", base, pixModel, wire, httpTypes, hummingbird, logging, nioCore, nioHTTP1,
                nioHTTPTypes, nioHTTPTypesHTTP1,
            ]
        ),
        module(
            "PaymentsHTTP",
            in: "Payments",
            [
                "Hashing", "HTTPKernel", "InstitutionPort", "Pages", "PaymentsCore", "PaymentsModel", "Waiting",
                "Webhooks", base, pixModel, wire,
            ]
        ),
        module(
            "SignInHTTP",
            in: "SignIn",
            [
                "Hashing", "HTTPKernel", "Pages", "QRCodes", "SignInCore", "SignInModel", "SignInPages", "Waiting",
                "Webhooks", "WebhookSending", base, jose, pixModel, wire, lifecycle,
            ]
        ),
        module(
            "CardsHTTP",
            in: "Cards",
            ["HTTPKernel", "SignInCore", "SignInModel", "TokenActivationCore", base, pixModel, wire]
        ),
        module(
            "ServerHost",
            in: "Host",
            [
                "CardsHTTP", "CardsStores", "Console", "Hashing", "HTTPKernel", "InstitutionPort", "IssuerPages",
                "OpenFinanceClient", "Pages", "PaymentsCore", "PaymentsHTTP", "PaymentsModel", "PaymentsStores",
                "PostgresClient", "PostgresNodes", "PrometheusMetrics", "QRCodes", "SandboxBank", "SandboxCards",
                "SandboxShop", "SandboxWallet", "SignInCore", "SignInHTTP", "SignInMail", "SignInModel", "SignInStores",
                "SQLiteWriter", "SQLPort", "TokenActivationCore", "TokenNetworks", "Waiting", "Webhooks",
                "WebhookSending", base, jose, pixModel, transport, wire, configuration, crypto, httpTypes, hummingbird,
                lifecycle, logging, metrics, nioCore, nioSSL,
            ]
        ),
        module(
            "Directory",
            in: "Sandbox",
            ["HTTPKernel", "OpenFinanceCertificates", "OpenFinanceWire", "Pages", base, jose, pixModel, wire]
        ),
        module(
            "BankHTTP",
            in: "Sandbox",
            [
                "Hashing", "HTTPKernel", "InstitutionPort", "OpenFinanceCertificates", "OpenFinanceWire",
                "SandboxBank", base, jose, pixModel, wire,
            ]
        ),
        module(
            "WireHost",
            in: "Host",
            [
                "BankHTTP", "Directory", "HTTPKernel", "InstitutionPort", "OpenFinanceCertificates",
                "OpenFinanceClient", "OpenFinanceWire", "Pages", "PaymentsCore", "PostgresClient", "SandboxBank",
                "ServerHost", "Webhooks", "WebhookSending", base, jose, pixModel, wire, asyncHTTPClient, hummingbird,
                lifecycle, logging, nioCore, nioHTTP1, nioSSL,
            ]
        ),
        module("HolderBrowser", in: "Sandbox", [base, transport]),
        module(
            "LoadGenerator",
            in: "Load",
            [
                "HolderBrowser", base, deviceKeys, client("ChavePix"), pixModel, softwareAuthenticator, transport, wire,
                nioCore, nioPosix, nioSSL,
            ]
        ),
        .executableTarget(
            name: "chave",
            dependencies: [
                "Directory", "HolderBrowser", "LoadGenerator", "OpenFinanceClient", "PaymentsCore", "PaymentsModel",
                "PostgresClient", "QRCodes", "SandboxBank", "ServerHost", "SignInCore", "SignInModel", "SQLiteWriter",
                "Webhooks", "WireHost", client("App2App"), client("BeyondIdentityEmbedded"), base,
                client("ChaveCeremonyDebugger"), deviceKeys, client("ChavePix"), pixModel, softwareAuthenticator,
                transport, wire, arguments, lifecycle, logging, unixSignals,
            ],
            swiftSettings: house
        ),
        support(
            "ServerTestSupport",
            [
                "Hashing", "InstitutionPort", "PaymentsCore", "PaymentsModel", "SignInModel", "TokenActivationCore",
                "Webhooks", base, jose, pixModel, webAuthn, wire,
            ]
        ),
        support(
            "StoreTestSupport",
            [
                "CardsStores", "PaymentsModel", "PaymentsStores", "PostgresClient", "PostgresNodes",
                "PostgresTestSupport", "ServerTestSupport", "SignInModel", "SignInStores", "TokenActivationCore",
                "Webhooks", base, pixModel,
            ]
        ),
        support("InstitutionConformance", ["InstitutionPort", base, pixModel, wire]),
        support("PostgresTestSupport", ["PostgresClient", "PostgresClientLibrary", "SQLPort"]),
        tests("PostgresClientTests", ["PostgresClient", "PostgresTestSupport"]),
        tests("LoadGeneratorTests", ["LoadGenerator", transport, wire, nioCore, nioPosix]),
        tests("QRCodesTests", ["PNGFiles", "QRCodes"]),
        tests("PagesTests", ["Pages", base, pixModel]),
        tests("ConsoleTests", ["Console", "Pages", base, pixModel, wire]),
        tests("SandboxShopTests", ["Pages", "SandboxShop", base, pixModel, wire]),
        tests("SignInPagesTests", ["Pages", "SignInCore", "SignInModel", "SignInPages", "StoreTestSupport", base]),
        tests("IssuerPagesTests", ["IssuerPages", "Pages", base, wire, crypto]),
        tests(
            "SandboxWalletTests",
            ["Pages", "SandboxCards", "SandboxWallet", "TokenActivationCore", client("App2App"), base]
        ),
        tests(
            "SandboxCardsTests",
            [
                "PostgresClient", "PostgresTestSupport", "SandboxCards", "SQLiteWriter", "SQLPort", "StoreTestSupport",
                "TokenActivationCore", "TokenNetworks", base, transport, wire, grdb,
            ]
        ),
        tests("OpenFinanceCertificatesTests", ["OpenFinanceCertificates", base, asn1, x509]),
        tests("DirectoryTests", ["Directory", "HTTPKernel", base, jose, wire]),
        tests("InstitutionPortTests", ["InstitutionConformance"] + messages),
        tests("OpenFinanceWireTests", ["InstitutionPort", "OpenFinanceWire", base, jose, wire]),
        tests("OpenFinanceClientTests", ["InstitutionConformance", "OpenFinanceClient", "OpenFinanceWire"] + messages),
        tests(
            "WireHostTests",
            ["OpenFinanceClient", "WebhookSending", "Webhooks", "WireHost", base, pixModel, nioCore, nioSSL]
        ),
        tests("TokenNetworksTests", ["TokenActivationCore", "TokenNetworks", base, transport, wire]),
        tests("SQLPortTests", ["PostgresClient", "PostgresTestSupport", "SQLiteWriter", "SQLPort", base]),
        tests(
            "SandboxBankTests",
            [
                "Hashing", "HolderBrowser", "InstitutionConformance", "InstitutionPort", "Pages", "PostgresClient",
                "PostgresNodes", "PostgresTestSupport", "SandboxBank", "SignInStores", "SQLiteWriter", "SQLPort", base,
                deviceKeys, jose, pixModel, softwareAuthenticator, transport, wire,
            ]
        ),
        tests(
            "PaymentsCoreTests",
            [
                "Hashing", "InstitutionPort", "PaymentsCore", "PaymentsModel", "ServerTestSupport", "StoreTestSupport",
                "Waiting", "Webhooks", base, deviceKeys, jose, pixModel, softwareAuthenticator, wire,
            ]
        ),
        tests(
            "SignInCoreTests",
            [
                "Hashing", "ServerTestSupport", "SignInCore", "SignInModel", "StoreTestSupport", base,
                client("ChaveCredentialChain"), deviceKeys, jose, softwareAuthenticator, webAuthn, wire, crypto,
            ]
        ),
        tests(
            "TokenActivationCoreTests",
            ["Hashing", "ServerTestSupport", "StoreTestSupport", "TokenActivationCore", base]
        ),
        tests("SignInMailTests", ["SignInMail", "SignInModel", base, wire]),
        tests("PrometheusMetricsTests", ["PrometheusMetrics", coreMetrics]),
        tests(
            "StorageTests",
            [
                "CardsStores", "CSQLite", "Hashing", "PaymentsModel", "PaymentsStores", "PostgresClient",
                "PostgresNodes", "PostgresTestSupport", "ServerTestSupport", "SignInModel", "SignInStores",
                "SQLiteWriter", "SQLPort", "StoreTestSupport", "TokenActivationCore", "Webhooks", base, pixModel, grdb,
            ]
        ),
        tests(
            "PostgresNodesTests",
            [
                "PaymentsCore", "PostgresClient", "PostgresNodes", "PostgresTestSupport", "SignInModel", "SignInStores",
                "SQLPort", "Waiting", base,
            ]
        ),
        tests(
            "WebhookSendingTests",
            ["PostgresTestSupport", "Webhooks", "WebhookSending", base, pixModel, nioCore, nioPosix, nioSSL]
        ),
        tests(
            "WebhooksTests",
            ["PaymentsCore", "PaymentsModel", "ServerTestSupport", "StoreTestSupport", "Webhooks", base, pixModel]
        ),
        tests(
            "ServerHTTPTests",
            [
                "CardsHTTP", "CardsStores", "Console", "Hashing", "HolderBrowser", "HTTPKernel", "InstitutionPort",
                "Pages", "PaymentsCore", "PaymentsHTTP", "PaymentsModel", "PaymentsStores", "PostgresClient",
                "PostgresNodes", "PostgresTestSupport", "PrometheusMetrics", "SandboxBank", "SandboxCards",
                "SandboxShop", "ServerHost", "ServerTestSupport", "SignInCore", "SignInHTTP", "SignInMail",
                "SignInModel", "SignInPages", "SignInStores", "SQLiteWriter", "StoreTestSupport", "TokenActivationCore",
                "TokenNetworks", "Waiting", "Webhooks", client("BiometricPixSDK"), base, client("ChaveCredentialChain"),
                deviceKeys, jose, client("ChavePix"), pixModel, softwareAuthenticator, transport, wire, crypto, grdb,
                httpTypes, hummingbird, lifecycle, logging, nioCore, nioEmbedded, nioHTTP1, nioHTTPTypes,
                nioHTTPTypesHTTP1, nioPosix,
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
