import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

/** A stand-in's own look. */
type Dress = {
  /** What this stand-in does not do, said on top of every page. */
  notice: string
  /** Its style sheet, as CSS. */
  style: string
}

/** A page that a stand-in shows to people: marked as the sandbox's, and kept from search engines. */
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
          ${raw(style)}
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
