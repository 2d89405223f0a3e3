import { html } from 'hono/html'
import { cardStyle, sandboxPage, type Html } from '../../page.ts'

export function page(title: string, content: Html): Html {
  const notice = 'Fake identity provider: these accounts exist only on this machine'
  return sandboxPage(title, content, { notice, style: pageStyle })
}

const pageStyle = `
  ${cardStyle('28rem')}
  :root { --edge: light-dark(#858ca3, #7a829c); --face: light-dark(#e6e4ff, #34306e); --face-ink: light-dark(#38329f, #d9d6ff);
    --warn: light-dark(#8a4b00, #ffcf8f); }
  h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .375rem; text-wrap: balance; overflow-wrap: anywhere; }
  h2 { font-size: 1rem; margin: 0; }
  p { margin: 0 0 1.25rem; color: var(--soft); overflow-wrap: anywhere; text-wrap: pretty; }
  strong { color: var(--ink); }
  .wrong { border-left: 3px solid var(--warn); padding-left: .75rem; color: var(--warn); }
  form { display: grid; gap: .875rem; margin: 0; }
  .accounts { gap: 0; border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; }
  .accounts button { display: grid; grid-template-columns: 2.5rem 1fr; gap: 0 .75rem; align-items: center; text-align: left; width: 100%;
    border: 0; border-radius: 0; background: transparent; padding: .625rem .875rem; font-weight: 400; }
  .accounts button + button { border-top: 1px solid var(--line); }
  .accounts button:focus-visible { outline-offset: -3px; border-radius: .75rem; }
  .accounts .face { grid-row: span 2; width: 2.5rem; height: 2.5rem; border-radius: 50%; display: grid; place-items: center;
    background: var(--face); color: var(--face-ink); font-weight: 600; font-size: .875rem; }
  .accounts strong { font-weight: 600; }
  .accounts small { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
  details { border-top: 1px solid var(--line); margin-top: 1.25rem; padding-top: .25rem; }
  details + details { margin-top: .25rem; }
  summary { padding: .625rem 0; font-weight: 600; cursor: pointer; border-radius: .375rem; }
  details form { padding: .25rem 0 .5rem; }
  label { display: grid; gap: .375rem; font-weight: 600; font-size: .875rem; }
  label.check { display: flex; gap: .625rem; align-items: center; font-weight: 400; min-height: 1.75rem; }
  input[type=checkbox] { accent-color: var(--brand); width: 1.125rem; height: 1.125rem; margin: 0; }
  :is(input:not([type=checkbox]), select) { width: 100%; min-height: 2.75rem; border: 1px solid var(--edge); border-radius: .625rem; padding: .5rem .75rem;
    font: inherit; font-size: 1rem; font-weight: 400; background: var(--field); color: var(--ink); }
  button { min-height: 2.875rem; border: 1px solid var(--edge); border-radius: .625rem; background: transparent; color: var(--ink);
    font: inherit; font-weight: 600; padding: 0 1rem; cursor: pointer; }
  button:hover { background: var(--hover); }
  button.main { background: var(--brand); border-color: var(--brand); color: #fff; }
  button.main:hover { background: #4a43d6; }
  .cancel { margin-top: 1.25rem; }
  :is(button, input, select, summary):focus-visible { outline: 3px solid color-mix(in srgb, var(--brand) 60%, transparent); outline-offset: 2px; }
`

/** Returns the error page that the user sees instead of being redirected to the client. */
export function errorPage(reason: string): Html {
  return page(
    'This sign-in cannot continue',
    html`<h1>This sign-in cannot continue</h1>
      <p>${reason}</p>
      <p>Go back to the site you came from and sign in again.</p>`,
  )
}

/** Returns a page that posts `fields` to `target`, with a button for users without JavaScript. */
export function postPage(target: string, fields: Record<string, string>): Html {
  return page(
    'One moment',
    html`<h1>One moment</h1>
      <p>You are being sent back to the site.</p>
      <form method="post" action="${target}" id="response">
        ${Object.entries(fields).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <button class="main">Continue</button>
      </form>
      <script>
        document.getElementById('response').submit()
      </script>`,
  )
}
