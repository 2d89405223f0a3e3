import { cardStyle, sandboxPage, type Html } from '../../page.ts'

export function page(title: string, content: Html): Html {
  const notice = 'Fake Stripe: no real money moves'
  return sandboxPage(title, content, { notice, style: pageStyle })
}

const pageStyle = `
  ${cardStyle('30rem')}
  h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .5rem; text-wrap: balance; }
  p { margin: 0 0 1.25rem; color: var(--soft); }
  strong { color: var(--ink); font-variant-numeric: tabular-nums; }
  form { display: grid; gap: 1rem; }
  fieldset { border: 0; margin: 0; padding: 0; }
  legend { padding: 0; }
  legend, label.field { font-weight: 600; font-size: .875rem; }
  label.field { display: grid; gap: .375rem; }
  .choices { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin-top: .375rem; }
  .choices label { display: flex; gap: .5rem; align-items: center; border: 1px solid var(--line); border-radius: .625rem; padding: .625rem .75rem; }
  .choices label:has(:checked) { border-color: var(--brand); box-shadow: 0 0 0 1px var(--brand); }
  input[type=radio] { accent-color: var(--brand); margin: 0; }
  input:not([type=radio]) { width: 100%; min-height: 2.75rem; border: 1px solid var(--line); border-radius: .625rem; padding: .5rem .75rem;
    font: inherit; font-size: 1rem; font-weight: 400; background: var(--field); color: var(--ink); }
  .pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
  .actions { display: grid; gap: .625rem; margin-top: .5rem; }
  button, a.main { min-height: 2.875rem; border: 1px solid var(--line); border-radius: .625rem; background: transparent; color: var(--ink);
    font: inherit; font-weight: 600; cursor: pointer; }
  :is(button, a).main { background: var(--brand); border-color: var(--brand); color: #fff; }
  a.main { display: grid; place-items: center; text-decoration: none; }
  :is(button, a, input):focus-visible { outline: 3px solid color-mix(in srgb, var(--brand) 45%, transparent); outline-offset: 2px; }
  @media (max-width: 22rem) { .choices, .pair { grid-template-columns: 1fr; } }
`
