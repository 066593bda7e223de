extension View {
    // https://developer.apple.com/documentation/swiftui/view/disabled(_:)
    public nonisolated func disabled(_ disabled: Bool) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/font(_:)
    public nonisolated func font(_ font: Font?) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:)
    public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/ignoressafearea(_:edges:), with both arguments left out
    public nonisolated func ignoresSafeArea() -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:)
    public nonisolated func overlay<V: View>(
        alignment: Alignment = .center,
        @ViewBuilder content: () -> V
    ) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)
    public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/tabitem(_:)
    public nonisolated func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
    public nonisolated func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)
    @available(iOS 17.0, macOS 14.0, *)
    public nonisolated func onChange<V: Equatable>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:)
    public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/oncontinueuseractivity(_:perform:)
    public nonisolated func onContinueUserActivity(
        _ activityType: String,
        perform action: @escaping (NSUserActivity) -> Void
    ) -> some View { self }
}
