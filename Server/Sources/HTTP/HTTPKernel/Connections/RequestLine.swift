import NIOCore

/// Knows whether a request's first line is still coming: the parser does not say which part of a head was too long.
final class RequestLine: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private(set) var isOpen = true

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isOpen, unwrapInboundIn(data).readableBytesView.contains(UInt8(ascii: "\n")) { isOpen = false }
        context.fireChannelRead(data)
    }

    /// A request is whole: the next line begins another one.
    func begin() { isOpen = true }
}
