import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

type Dress = {
  notice: string
  style: string
}

/** Returns a page of a fake service, labeled as a sandbox and hidden from search engines. */
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
