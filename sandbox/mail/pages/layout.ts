import { html } from 'hono/html'
import { sandboxPage, type Html } from '../../page.ts'

export function page(title: string, content: Html): Html {
  const notice = 'Fake email and SMS service: nothing leaves this machine'
  return sandboxPage(title, html`${content}${localTimes}`, { notice, style: pageStyle })
}

const localTimes = html`<script>
  function showLocalTimes() {
    for (const time of document.querySelectorAll('time')) {
      time.textContent = new Date(time.dateTime).toLocaleString('en-US', {
        dateStyle: 'medium',
        timeStyle: 'medium',
      })
    }
  }
  showLocalTimes()
</script>`

/** Returns a `<time>` element in UTC, which a script converts to the browser's time zone. */
export function moment(iso: string): Html {
  return html`<time datetime="${iso}"
    >${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC</time
  >`
}

const pageStyle = `
  :root { --brand: light-dark(#4a43d6, #a5a1ff); }
  body { padding: clamp(1rem, 4vw, 3rem) 1rem; }
  main { width: min(56rem, 100%); margin: 0 auto; }
  .mark { margin-bottom: 1.25rem; }
  header { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: center; margin-bottom: 1.25rem; }
  h1 { font-size: 1.625rem; line-height: 1.2; margin: 0; margin-right: auto; text-wrap: balance; overflow-wrap: anywhere; }
  h1 small { color: var(--soft); font-size: 1rem; font-weight: 400; margin-left: .375rem; }
  a { color: var(--brand); }
  form { display: flex; gap: .5rem; margin: 0; }
  input { min-width: 0; width: 16rem; min-height: 2.5rem; border: 1px solid var(--line); border-radius: .625rem; padding: .375rem .75rem;
    font: inherit; background: var(--field); color: var(--ink); }
  button { min-height: 2.5rem; border: 1px solid var(--line); border-radius: .625rem; background: var(--card); color: var(--ink);
    font: inherit; font-weight: 600; padding: 0 .875rem; cursor: pointer; white-space: nowrap; }
  button:hover { background: var(--hover); }
  :is(a, button, input, summary):focus-visible { outline: 3px solid color-mix(in srgb, var(--brand) 45%, transparent); outline-offset: 2px; }
  .card { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; overflow: hidden;
    box-shadow: 0 1rem 3rem rgb(20 25 60 / .06); }
  ul.mails { list-style: none; margin: 0; padding: 0; }
  ul.mails li + li { border-top: 1px solid var(--line); }
  ul.mails a { display: grid; grid-template-columns: 1fr auto; gap: .125rem 1rem; padding: .875rem 1.25rem; color: inherit; text-decoration: none; }
  ul.mails a:hover { background: var(--hover); }
  ul.mails strong { overflow-wrap: anywhere; }
  ul.mails time, ul.mails .to { color: var(--soft); font-size: .875rem; }
  ul.mails .to { grid-column: 1 / -1; overflow-wrap: anywhere; }
  .again { background: #ffe2b8; color: #6b3d00; border-radius: 1rem; padding: 0 .5rem; font-size: .75rem; font-weight: 600; }
  .empty { padding: clamp(2rem, 8vw, 4rem) 1.5rem; text-align: center; color: var(--soft); }
  .empty h2 { color: var(--ink); font-size: 1.25rem; margin: 0 0 .375rem; }
  .empty p { margin: 0; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; padding: 1rem 1.25rem; border-bottom: 1px solid var(--line); }
  dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
  iframe { display: block; width: 100%; height: min(70dvh, 46rem); border: 0; background: light-dark(#fff, #140f0f); }
  pre { margin: 0; padding: 1rem 1.25rem; white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.55 ui-monospace, monospace; }
  details { border-top: 1px solid var(--line); }
  summary { padding: .75rem 1.25rem; font-weight: 600; cursor: pointer; }
  summary:hover { background: var(--hover); }
  .headers { width: 100%; border-collapse: collapse; font-size: .875rem; }
  .headers th { text-align: left; vertical-align: top; font-weight: 600; white-space: nowrap; padding: .25rem 1rem .25rem 1.25rem; }
  .headers td { padding: .25rem 1.25rem .25rem 0; overflow-wrap: anywhere; }
  .back { display: inline-flex; min-height: 2rem; align-items: center; }
  @media (max-width: 32rem) {
    header form.filter { width: 100%; order: 1; } header form.filter input { flex: 1; width: auto; }
    ul.mails a { grid-template-columns: 1fr; padding: .875rem 1rem; }
    dl { grid-template-columns: 1fr; gap: 0; } dd + dt { margin-top: .5rem; }
    .headers :is(th, td) { display: block; padding: .125rem 1.25rem; } .headers td { padding-bottom: .5rem; }
  }
`
