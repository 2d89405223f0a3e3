import { html } from 'hono/html'
import type { Html } from '../../page.ts'
import { page } from './layout.ts'

/** What a provider shows when a request cannot be answered, and must not be sent back to whoever asked. */
export function refusalPage(reason: string): Html {
  return page(
    'This sign-in cannot go on',
    html`<h1>This sign-in cannot go on</h1>
      <p>${reason}</p>
      <p>Go back to where you came from and start again.</p>`,
  )
}

/** Posts `fields` to `target` by itself, or with a press where scripts do not run. */
export function postPage(target: string, fields: Record<string, string>): Html {
  return page(
    'One moment',
    html`<h1>One moment</h1>
      <p>You are on your way back.</p>
      <form method="post" action="${target}" id="answer">
        ${Object.entries(fields).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <button class="main">Continue</button>
      </form>
      <script>
        document.getElementById('answer').submit()
      </script>`,
  )
}
