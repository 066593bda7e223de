import Foundation
import Testing

/// What an app on a phone links, read from the manifest itself.
@Suite struct GraphTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The products of other packages that `target` reaches on `platform`.
    private static func products(of target: String, on platform: String) async throws -> Set<String> {
        // On a thread of its own: the package manager takes seconds, and other tests need Swift's threads.
        let data = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try dumpPackage() }) }
        }
        let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try products(of: target, on: platform, in: manifest)
    }

    private static func dumpPackage() throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("chave-graph-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        process.arguments = [
            "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path, "dump-package",
        ]
        // The package manager leaves a lock in the folder for temporary files.
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.path]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }

    private static func products(
        of target: String,
        on platform: String,
        in manifest: [String: Any]
    ) throws -> Set<String> {
        let targets = try #require(manifest["targets"] as? [[String: Any]])
        var products: Set<String> = []
        var open = [target]
        var seen: Set<String> = []
        while let name = open.popLast() {
            guard seen.insert(name).inserted else { continue }
            let described = targets.first { $0["name"] as? String == name }
            for dependency in described?["dependencies"] as? [[String: Any]] ?? [] {
                for (kind, value) in dependency {
                    guard let parts = value as? [Any], let named = parts.first as? String,
                        isIncluded(parts.last, on: platform)
                    else { continue }
                    if kind == "product" { products.insert(named) } else { open.append(named) }
                }
            }
        }
        #expect(seen.contains("ChavePix"), "the graph was not read")
        return products
    }

    private static func isIncluded(_ condition: Any?, on platform: String) -> Bool {
        guard let names = (condition as? [String: Any])?["platformNames"] as? [String], !names.isEmpty else {
            return true
        }
        return names.contains(platform)
    }

    @Test func aPhoneLinksNeitherRSANorCertificates() async throws {
        #expect(try await Self.products(of: "BiometricPixSDK", on: "ios") == ["Crypto"])
    }

    @Test func aMachineWithoutAnAuthenticatorLinksTheSoftwareOne() async throws {
        #expect(try await Self.products(of: "BiometricPixSDK", on: "linux").contains("CryptoExtras"))
    }
}
