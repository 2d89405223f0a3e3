import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

type Dress = { notice: string; style: string }

/** Returns a page of a fake service, marked as a sandbox and hidden from search engines. */
export function sandboxPage(title: string, content: Html, { notice, style }: Dress): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${raw(baseStyle + style)}
        </style>
      </head>
      <body>
        <main>
          <p class="mark"><span>Sandbox</span> ${notice}</p>
          ${content}
        </main>
      </body>
    </html>`
}

const baseStyle = `
  :root { color-scheme: light dark; --ink: light-dark(#1a1f36, #e8eaf2); --soft: light-dark(#59617a, #a3abc2);
    --line: light-dark(#d5dae5, #3a4058); --card: light-dark(#fff, #1c2032); --ground: light-dark(#f4f6fb, #10131f);
    --brand: #5b54e8; --field: light-dark(#fff, #12162a); --hover: light-dark(#f7f8fd, #232841); }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100dvh; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
  .mark { margin: 0 0 1.5rem; color: var(--soft); font-size: .8125rem; }
  .mark span { background: #ffe2b8; color: #6b3d00; font-weight: 600; border-radius: 1rem; padding: .125rem .625rem; margin-right: .375rem; }
`

/** Returns the CSS of a page with one centered card. `width` is its maximum width. */
export function cardStyle(width: string): string {
  return `
  body { display: grid; place-items: center; padding: 1rem; }
  main { width: min(${width}, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
    padding: clamp(1.25rem, 5vw, 2.25rem); box-shadow: 0 1rem 3rem rgb(20 25 60 / .08); }`
}
