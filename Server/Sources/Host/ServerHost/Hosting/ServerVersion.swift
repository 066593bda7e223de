/// The version of the program, as `--version`, the log and the metrics show it.
public enum ServerVersion {
    public static let current = "0.1.0"
}
