import ChavePixModel
import Pages

/// What all pages of one bank have around them.
struct PageFrame {
    let institution: SandboxInstitution
    let language: PageLanguage
    let mountPath: String

    var home: String { "\(mountPath)/\(institution.id.text)" }

    func html(_ title: String, _ content: HTML) -> HTML {
        HTMLDocument(
            language: language.rawValue,
            title: "\(title) · \(institution.displayName)",
            stylePath: "\(mountPath)/style.css",
            content: body(title, content)
        ).html
    }

    private func body(_ title: String, _ content: HTML) -> HTML {
        """
        <header>
        <img src="\(home)/logo.png" alt="" width="48" height="48">
        <p>\(institution.displayName)</p>
        </header>
        <main>
        <h1>\(title)</h1>
        \(content)
        </main>
        <footer><p>\(language("Banco de testes: nenhum dinheiro é real.", "A test bank: no money here is real."))</p></footer>
        """
    }

    /// A page that only says something.
    func notice(_ title: String, _ text: String) -> HTML { html(title, "<p>\(text)</p>") }

    static let stylesheet = """
        :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
        body { margin: 0 auto; max-width: 34rem; padding: 1rem; }
        header { align-items: center; display: flex; font-weight: 600; gap: 0.75rem; }
        fieldset { border: 1px solid; border-radius: 0.5rem; margin: 0 0 1rem; }
        form > p, fieldset > p { margin: 0.5rem 0; }
        label { display: block; }
        input[type="text"], input[type="password"], select {
            box-sizing: border-box; font: inherit; padding: 0.5rem; width: 100%;
        }
        button { font: inherit; margin-inline-end: 0.5rem; padding: 0.6rem 1.2rem; }
        dt { font-weight: 600; }
        dd { margin: 0 0 0.5rem; }
        table { border-collapse: collapse; width: 100%; }
        th, td { border-bottom: 1px solid; padding: 0.25rem 0.5rem; text-align: start; }
        [role="alert"] { border-inline-start: 0.3rem solid; padding-inline-start: 0.6rem; }
        footer { font-size: 0.875rem; margin-top: 2rem; }

        """
}
