extension HTML {
    /// A table that is moved sideways where the window is narrower, also with the keyboard.
    public static func scrolling(_ label: String, _ table: HTML) -> HTML {
        """
        <div class="scroll" tabindex="0" role="region" aria-label="\(label)">
        \(table)
        </div>
        """
    }
}
