/// The style of the reference page: light or dark as the reader's system, for widths from a phone's upwards.
enum ReferenceStyle {
    static let source = """
        :root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6470; --paper: #fff; --field: #f5f6f8;
          --line: #dfe3e8; --link: #0b5cad; --get: #0a6b4b; --post: #0b5cad; --patch: #8a5300; --delete: #b3261e; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e6e9ed; --soft: #9aa4b0; --paper: #14171b; --field: #1d2126; --line: #31373f; --link: #7ab7ff;
            --get: #5fd0a5; --post: #7ab7ff; --patch: #f0b35a; --delete: #ff8a80; } }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 1rem; }
        body { margin: 0; color: var(--ink); background: var(--paper);
          font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
        a { color: var(--link); text-decoration: none; }
        a:hover, a:focus-visible, p a { text-decoration: underline; }
        :focus-visible { outline: .19rem solid var(--link); outline-offset: .15rem; }
        .skip { position: absolute; top: -6rem; left: .5rem; padding: .5rem; z-index: 1; background: var(--paper); }
        .skip:focus { top: .5rem; }
        code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
          font-size: .86em; }
        nav { padding: 1rem; border-bottom: 1px solid var(--line); font-size: .86rem; background: var(--field);
          max-height: 16rem; overflow: auto; }
        nav p { margin: .9rem 0 .2rem; font-weight: 600; }
        nav p.title { margin-top: 0; font-size: 1.05rem; }
        nav ul { list-style: none; margin: 0; padding: 0; }
        nav li a { display: block; padding: .12rem 0 .12rem 3.6em; text-indent: -3.6em; color: var(--ink); overflow-wrap: anywhere; }
        main { padding: 1rem; max-width: 62rem; }
        h1 { margin: .2rem 0 .6rem; font-size: 1.9rem; line-height: 1.2; }
        h2 { margin: 3rem 0 .3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.5rem; }
        h3 { margin: 2.2rem 0 .4rem; font-size: 1.05rem; line-height: 1.4; overflow-wrap: anywhere; }
        h3 a { color: inherit; }
        h4 { margin: 1.1rem 0 .4rem; font-size: .95rem; }
        .lead { font-size: 1.08rem; }
        .note, small { color: var(--soft); }
        .guide { padding-left: 1.1rem; }
        .guide li { margin: .25rem 0; }
        .method { display: inline-block; min-width: 4.4em; text-indent: 0; font-size: .78em; letter-spacing: .03em; }
        .get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); }
        .delete { color: var(--delete); }
        pre { margin: .6rem 0; padding: .8rem 1rem; overflow-x: auto; background: var(--field);
          border: 1px solid var(--line); border-radius: .4rem; line-height: 1.45; white-space: pre-wrap;
          overflow-wrap: anywhere; }
        .wide { overflow-x: auto; }
        table { width: 100%; border-collapse: collapse; font-size: .92rem; }
        th, td { padding: .4rem .8rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
        th { color: var(--soft); font-weight: 500; }
        td small { display: block; }
        summary { cursor: pointer; color: var(--link); }
        details { margin: .4rem 0; }
        article:target > h3 { background: var(--field); box-shadow: -.6rem 0 0 var(--field), .6rem 0 0 var(--field); }
        @media (min-width: 64rem) {
          body { display: grid; grid-template-columns: 21rem minmax(0, 1fr); }
          nav { position: sticky; top: 0; height: 100vh; max-height: none; border-bottom: 0;
            border-right: 1px solid var(--line); }
          main { padding: 2rem 3rem; }
        }
        @media (max-width: 40rem) {
          thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
          td { display: block; padding: .1rem 0; border: 0; }
          td small { display: inline; }
        }

        """
}
