import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A listener on loopback that reads a request's head and does what its script says, byte for byte.
final class RawEndpoint: Sendable {
    enum Script: Sendable {
        case answer(String)
        /// The text, then more for ever, as fast as the other side's machine takes it.
        case flood(String)
        /// The text, then one byte from time to time, for ever.
        case drip(String)
        case silence
        case hangUp
    }

    private static let flood = String(repeating: "x", count: 8_192)

    private let requests = Mutex<[String]>([])
    private let closed = Mutex(0)
    let channel: any Channel

    private init(_ channel: any Channel) { self.channel = channel }

    var port: Int { channel.localAddress?.port ?? 0 }
    /// The heads and what came with them.
    var heard: [String] { requests.withLock { $0 } }
    /// How many connections the other side has closed.
    var closedCount: Int { closed.withLock { $0 } }

    static func with<Value>(
        _ script: Script,
        host: String = "127.0.0.1",
        tls: NIOSSLContext? = nil,
        _ body: (RawEndpoint) async throws -> Value
    ) async throws -> Value {
        let box = Mutex<RawEndpoint?>(nil)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addHandler(
                        Handler(
                            script: script,
                            hear: { text in box.withLock { $0 }?.note(text) },
                            close: { box.withLock { $0 }?.noteClosing() }
                        )
                    )
                }
            }
            .bind(host: host, port: 0).get()
        let endpoint = RawEndpoint(channel)
        box.withLock { $0 = endpoint }
        do {
            let value = try await body(endpoint)
            try? await channel.close()
            return value
        } catch {
            try? await channel.close()
            throw error
        }
    }

    private func note(_ text: String) { requests.withLock { $0.append(text) } }
    private func noteClosing() { closed.withLock { $0 += 1 } }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let script: Script
        private let hear: @Sendable (String) -> Void
        private let close: @Sendable () -> Void
        private var text = ""
        private var isFlooding = false

        init(script: Script, hear: @escaping @Sendable (String) -> Void, close: @escaping @Sendable () -> Void) {
            self.script = script
            self.hear = hear
            self.close = close
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var buffer = unwrapInboundIn(data)
            text += buffer.readString(length: buffer.readableBytes) ?? ""
            guard isWhole else { return }
            hear(text)
            text = ""
            switch script {
            case .answer(let answer): write(answer, context)
            case .flood(let start):
                isFlooding = true
                write(start, context)
                flood(context)
            case .drip(let start):
                write(start, context)
                drip(context)
            case .silence: break
            case .hangUp: context.close(promise: nil)
            }
        }

        func channelInactive(context: ChannelHandlerContext) { close() }

        func channelWritabilityChanged(context: ChannelHandlerContext) {
            if isFlooding { flood(context) }
            context.fireChannelWritabilityChanged()
        }

        private var isWhole: Bool {
            guard let end = text.range(of: "\r\n\r\n") else { return false }
            let length = text.lowercased().components(separatedBy: "content-length: ").last?
                .prefix { $0.isNumber }
            return text[end.upperBound...].utf8.count >= Int(length ?? "0") ?? 0
        }

        private func write(_ text: String, _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: text)), promise: nil)
        }

        /// Writes until nobody takes it; what is written ahead stays small, however late the other side reads or closes.
        private func flood(_ context: ChannelHandlerContext) {
            guard context.channel.isActive, context.channel.isWritable else { return }
            write(RawEndpoint.flood, context)
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.execute { bound.value.0.flood(bound.value.1) }
        }

        private func drip(_ context: ChannelHandlerContext) {
            guard context.channel.isActive else { return }
            write("x", context)
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .milliseconds(20)) { bound.value.0.drip(bound.value.1) }
        }
    }
}
