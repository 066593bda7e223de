import Pages

/// The page that a bank sends its holder back to: it hands the answer in the address's fragment to the shop.
///
/// A server never sees a fragment, so the page's script posts it (OAuth 2.0 Multiple Response Type Encoding Practices).
struct ReturnScreen {
    let frame: ShopFrame
    /// Where a browser goes that brings no answer.
    let otherwise: String

    private var say: PageLanguage { frame.language }

    var page: Page {
        let text = say("Voltando do banco…", "Coming back from the bank…")
        return Page(
            "shop-returning",
            title: say("De volta à loja", "Back at the shop"),
            scripts: [ShopAsset.returned.path],
            content: """
                <p class="busy" role="status">\(text)</p>
                <noscript><p class="notice bad">\(say(
                    "Este passo precisa de JavaScript: a resposta do banco vem numa parte do endereço que só o navegador vê.",
                    "This step needs JavaScript: the bank's answer comes in a part of the address that only the browser sees."
                ))</p></noscript>
                <form method="post" action="\(ShopSettings.mountPath)/callback" id="returned" data-otherwise="\(otherwise)">
                \(frame.hidden("csrf", frame.token))</form>
                """
        )
    }
}
