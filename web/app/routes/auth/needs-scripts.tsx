/** Said where scripts are off: sessions are kept by them. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="max-w-prose text-ink-soft">
        Signing in takes JavaScript, and this browser has it switched off. Switch it on for this
        site and load the page again; the link stays good until it is used.
      </p>
    </noscript>
  )
}
