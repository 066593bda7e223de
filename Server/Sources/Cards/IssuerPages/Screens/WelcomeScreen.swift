import Pages

/// The page for a visitor who is not signed in.
struct WelcomeScreen {
    let frame: IssuerFrame

    var page: Page {
        let say = frame.language
        return Page(
            "issuer-welcome",
            title: say("Seus cartões", "Your cards"),
            path: IssuerSettings.mountPath,
            content: """
                <p>\(say(
                    "Entre para ver os seus cartões. Quem entra pela primeira vez recebe dois.",
                    "Sign in to see your cards. Whoever signs in for the first time is given two."
                ))</p>
                <p class="soft">\(say(
                    "Ainda não há pessoa nem aparelho? O início do ambiente de testes diz como se criam.",
                    "Is there no person yet, and no device? The sandbox's start page says how to make them."
                )) <a href="/#sign-in">\(say("Ver como", "See how"))</a></p>
                <div class="actions">\(frame.link(say("Entrar", "Sign in"), to: "/sign-in"))</div>
                """
        )
    }
}
