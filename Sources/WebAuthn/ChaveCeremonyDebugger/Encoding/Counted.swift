/// Numbers of things inside messages.
enum Counted {
    static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}
