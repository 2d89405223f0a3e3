/** The colours of `web/app/ui/tokens.css` in the hexadecimals that mailboxes understand. */
const sans =
  "'Hanken Grotesk',-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif"
const display =
  "'Bricolage Grotesque','Hanken Grotesk',-apple-system,'Segoe UI',Helvetica,sans-serif"

export const styles = {
  body: `margin:0;padding:0;background:#faf7f4;-webkit-text-size-adjust:100%`,
  ground: `background:#faf7f4`,
  brand: `font:700 21px/28px ${display};letter-spacing:-0.02em;color:#772552;text-decoration:none`,
  lamp: `color:#d78c1a`,
  card: `background:#fffefd;border:1px solid #e0dbd7;border-radius:16px;padding:32px 28px 12px`,
  title: `margin:0 0 16px;font:700 26px/31px ${display};letter-spacing:-0.01em;color:#261919`,
  text: `margin:0 0 20px;font:400 16px/25px ${sans};color:#261919`,
  note: `margin:0 0 20px;font:400 14px/21px ${sans};color:#574948`,
  noteLink: `color:#574948;text-decoration:underline;word-break:break-word`,
  quote: `margin:0 0 20px;padding:14px 18px;background:#f1ede9;border-radius:10px;font:400 16px/25px ${sans};color:#261919`,
  // A press selects all of it; the digits stand apart without blanks that would be copied.
  code: `margin:0 0 20px;padding:16px 12px 16px 18px;background:#f1ede9;border-radius:10px;font:700 32px/40px 'SFMono-Regular',Consolas,'Liberation Mono',monospace;letter-spacing:0.18em;color:#261919;text-align:center;-webkit-user-select:all;user-select:all`,
  factName: `padding:9px 16px 9px 0;border-top:1px solid #e0dbd7;font:400 15px/22px ${sans};color:#574948;vertical-align:top;width:34%`,
  factValue: `padding:9px 0;border-top:1px solid #e0dbd7;font:600 15px/22px ${sans};color:#261919;vertical-align:top;word-break:break-word`,
  button: `background:#6b2049;border-radius:10px`,
  buttonLink: `display:inline-block;padding:12px 22px;font:600 16px/22px ${sans};color:#fdf9f6;text-decoration:none`,
  foot: `padding:20px 4px 0;font:400 13px/20px ${sans};color:#574948`,
  footLink: `color:#574948;text-decoration:underline`,
} as const

/** The other side, for mailboxes that follow the reader's scheme. */
export const mailStyle = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#140f0f!important}
.card{background:#1d1818!important;border-color:#3c3534!important}
.ink{color:#f3efec!important}
.soft{color:#c8c3bf!important}
.line{border-color:#3c3534!important}
.quote{background:#2b2524!important;color:#f3efec!important}
.brand{color:#f4b6d2!important}
.button{background:#983f6b!important}
}
@media (max-width:480px){.card{padding:24px 20px 8px!important}}
`
