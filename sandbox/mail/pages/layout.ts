import { html, raw } from 'hono/html'
import { pageStyle } from './style.ts'

export type Html = ReturnType<typeof html>

/** A page of the outbox in the sandbox's own plain dress, from a phone upwards, light and dark. */
export function page(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${raw(pageStyle)}
        </style>
      </head>
      <body>
        <main>
          <p class="mark"><span>Sandbox</span> Mail stand-in: nothing leaves this machine</p>
          ${content}
        </main>
      </body>
    </html>`
}

/** A moment as a time element; the reader's own time where scripts run. */
export function moment(iso: string): Html {
  return html`<time datetime="${iso}"
    >${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC</time
  >`
}
