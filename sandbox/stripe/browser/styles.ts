/** The options of Stripe's Appearance API that the fake supports. */
export type Appearance = { theme?: string; variables?: Record<string, string> }

const customProperties: Record<string, string> = {
  colorPrimary: '--sbx-primary',
  colorBackground: '--sbx-field',
  colorText: '--sbx-ink',
  colorTextSecondary: '--sbx-soft',
  colorDanger: '--sbx-danger',
  borderRadius: '--sbx-radius',
  fontFamily: '--sbx-font',
  fontSizeBase: '--sbx-size',
}

const sheetText = `
.sbx-card, .sbx-wallet { --sbx-ink: light-dark(#1f2430, #eceef4); --sbx-soft: light-dark(#565e70, #aab1c2); --sbx-line: light-dark(#8a92a3, #707890);
  --sbx-field: light-dark(#fff, #191d28); --sbx-danger: light-dark(#b3121d, #ff9a9a); --sbx-primary: light-dark(#4f46e5, #a5a0ff);
  --sbx-radius: .5rem; --sbx-font: inherit; --sbx-size: 1rem;
  color: var(--sbx-ink); font-family: var(--sbx-font); font-size: var(--sbx-size); line-height: 1.4; text-align: start; }
.sbx-card { display: grid; grid-template-columns: 1fr 1fr; gap: .875rem .75rem; border: 0; margin: 0; padding: 0; min-width: 0; }
.sbx-card .sbx-wide { grid-column: 1 / -1; }
.sbx-card label { display: block; margin: 0 0 .3125rem; font-size: .875em; font-weight: 500; }
.sbx-card input { box-sizing: border-box; width: 100%; min-height: 2.75rem; margin: 0; padding: .5rem .75rem; border: 1px solid var(--sbx-line);
  border-radius: var(--sbx-radius); background: var(--sbx-field); color: inherit; font: inherit; font-size: max(1rem, 16px); font-variant-numeric: tabular-nums; }
.sbx-card input::placeholder { color: var(--sbx-soft); opacity: .8; }
.sbx-card input:focus-visible { outline: 2px solid var(--sbx-primary); outline-offset: 1px; border-color: var(--sbx-primary); }
.sbx-card input[aria-invalid=true] { border-color: var(--sbx-danger); }
.sbx-card .sbx-problem { margin: .3125rem 0 0; color: var(--sbx-danger); font-size: .875em; }
.sbx-card .sbx-problem:empty { display: none; }
.sbx-card .sbx-hint { margin: 0; color: var(--sbx-soft); font-size: .8125em; }
.sbx-card:disabled { opacity: .65; }
.sbx-wallet-button { width: 100%; min-height: 3rem; border: 0; border-radius: var(--sbx-radius); background: light-dark(#111318, #f4f5f8);
  color: light-dark(#fff, #111318); font: inherit; font-weight: 600; cursor: pointer; }
.sbx-wallet-button:hover { background: light-dark(#2b2f3a, #dfe2ea); }
.sbx-wallet :is(button, input):focus-visible { outline: 2px solid var(--sbx-primary); outline-offset: 2px; }
.sbx-sheet { width: min(23rem, 100vw); max-width: none; box-sizing: border-box; margin: auto; padding: 1.25rem; border: 1px solid var(--sbx-line); border-radius: 1rem;
  background: var(--sbx-field); color: var(--sbx-ink); }
.sbx-sheet::backdrop { background: rgb(0 0 0 / .5); }
.sbx-sheet-title { display: flex; justify-content: space-between; gap: 1rem; margin: 0 0 1rem; font-size: 1.125em; font-weight: 600; }
.sbx-sheet fieldset { margin: 0 0 1rem; padding: 0; border: 0; min-width: 0; }
.sbx-sheet legend { padding: 0 0 .25rem; font-size: .875em; color: var(--sbx-soft); }
.sbx-sheet label { display: flex; align-items: center; gap: .625rem; min-height: 2.75rem; border-top: 1px solid var(--sbx-line); cursor: pointer; }
.sbx-sheet input { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--sbx-primary); }
.sbx-sheet-close { width: 100%; min-height: 2.75rem; margin-top: .5rem; border: 0; background: none; color: inherit; font: inherit; text-decoration: underline; cursor: pointer; }
`

/** Adds the styles as a constructed style sheet, which a strict CSP allows. */
export function installStyles(): void {
  if (document.adoptedStyleSheets.some((sheet) => 'isStripeSandbox' in sheet)) return
  const sheet = Object.assign(new CSSStyleSheet(), { isStripeSandbox: true })
  sheet.replaceSync(sheetText)
  document.adoptedStyleSheets.push(sheet)
}

/** Applies an appearance. Without a theme, the fields follow the user's color preference. */
export function applyAppearance(
  root: HTMLElement,
  { theme, variables = {} }: Appearance = {},
): void {
  root.style.colorScheme = theme === 'night' ? 'dark' : theme ? 'light' : 'light dark'
  for (const [name, property] of Object.entries(customProperties)) {
    const value = variables[name]
    if (value) root.style.setProperty(property, value)
    else root.style.removeProperty(property)
  }
}
