import { brandColors, company } from '@hourspace/domain/company.ts'
import type { Block, MailContent, Site } from './content.ts'

const { light, dark } = brandColors
const sans =
  "'Hanken Grotesk',-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif"
const display =
  "'Bricolage Grotesque','Hanken Grotesk',-apple-system,'Segoe UI',Helvetica,sans-serif"

const styles = {
  body: `margin:0;padding:0;background:${light.canvas};-webkit-text-size-adjust:100%`,
  ground: `background:${light.canvas}`,
  brand: `font:700 21px/28px ${display};letter-spacing:-0.02em;color:${light['accent-ink']};text-decoration:none`,
  lamp: `color:${light.lamp}`,
  card: `background:${light.surface};border:1px solid ${light.line};border-radius:16px;padding:32px 28px 12px`,
  title: `margin:0 0 16px;font:700 26px/31px ${display};letter-spacing:-0.01em;color:${light.ink}`,
  text: `margin:0 0 20px;font:400 16px/25px ${sans};color:${light.ink}`,
  note: `margin:0 0 20px;font:400 14px/21px ${sans};color:${light['ink-soft']}`,
  noteLink: `color:${light['ink-soft']};text-decoration:underline;word-break:break-word`,
  quote: `margin:0 0 20px;padding:14px 18px;background:${light.sunken};border-radius:10px;font:400 16px/25px ${sans};color:${light.ink}`,
  // With user-select, one click selects the whole code. The digits are separated by letter spacing,
  // because space characters would be copied with the code.
  code: `margin:0 0 20px;padding:16px 12px 16px 18px;background:${light.sunken};border-radius:10px;font:700 32px/40px 'SFMono-Regular',Consolas,'Liberation Mono',monospace;letter-spacing:0.18em;color:${light.ink};text-align:center;-webkit-user-select:all;user-select:all`,
  factName: `padding:9px 16px 9px 0;border-top:1px solid ${light.line};font:400 15px/22px ${sans};color:${light['ink-soft']};vertical-align:top;width:34%`,
  factValue: `padding:9px 0;border-top:1px solid ${light.line};font:600 15px/22px ${sans};color:${light.ink};vertical-align:top;word-break:break-word`,
  button: `background:${light.accent};border-radius:10px`,
  buttonLink: `display:inline-block;padding:12px 22px;font:600 16px/22px ${sans};color:${light['on-accent']};text-decoration:none`,
  foot: `padding:20px 4px 0;font:400 13px/20px ${sans};color:${light['ink-soft']}`,
  footLink: `color:${light['ink-soft']};text-decoration:underline`,
} as const

/** Dark colors for mail clients with `prefers-color-scheme`. */
const darkStyle = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:${dark.canvas}!important}
.card{background:${dark.surface}!important;border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.soft{color:${dark['ink-soft']}!important}
.line{border-color:${dark.line}!important}
.quote{background:${dark.sunken}!important;color:${dark.ink}!important}
.brand{color:${dark['accent-ink']}!important}
.button{background:${dark.accent}!important}
}
@media (max-width:480px){.card{padding:24px 20px 8px!important}}
`

/** Renders an email's HTML part with tables and inline styles, which old mail clients require. */
export function renderHtml(content: MailContent, site: Site): string {
  const { title, preview, blocks, reason, unsubscribeUrl } = content
  const leave = unsubscribeUrl
    ? ` <a class="soft" href="${escaped(unsubscribeUrl)}" style="${styles.footLink}">Unsubscribe</a>`
    : ''
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(content.subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="ground" style="${styles.body}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="${styles.ground}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 4px 20px"><a class="brand" href="${escaped(site.url)}" style="${styles.brand}"><span class="lamp" style="${styles.lamp}">&#9646;</span>&thinsp;${escaped(company.name.toLowerCase())}</a></td></tr>
<tr><td class="card" style="${styles.card}">
<h1 class="ink" style="${styles.title}">${escaped(title)}</h1>
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td class="soft" style="${styles.foot}">${escaped(reason)}${leave}<br>${escaped(site.name)}, ${escaped(company.place)} &middot; <a class="soft" href="${escaped(site.url)}" style="${styles.footLink}">${escaped(new URL(site.url).host)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>`
}

export function renderText(content: MailContent, site: Site): string {
  const { title, blocks, reason, unsubscribeUrl } = content
  const parts = [
    `${title}\n${'='.repeat(Math.min(title.length, 60))}`,
    ...blocks.map(blockText),
    '--',
    [reason, unsubscribeUrl && `Unsubscribe: ${unsubscribeUrl}`, `${site.name}, ${site.url}`]
      .filter(Boolean)
      .join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function blockHtml(block: Block): string {
  if ('text' in block) return `<p class="ink" style="${styles.text}">${lines(block.text)}</p>`
  if ('note' in block) {
    const link = block.url
      ? ` <a class="soft" href="${escaped(block.url)}" style="${styles.noteLink}">${escaped(block.url)}</a>`
      : ''
    return `<p class="soft" style="${styles.note}">${lines(block.note)}${link}</p>`
  }
  if ('quote' in block) {
    return `<blockquote class="quote" style="${styles.quote}">${lines(block.quote)}</blockquote>`
  }
  if ('code' in block) {
    return `<p class="quote code" style="${styles.code}">${escaped(block.code)}</p>`
  }
  if ('facts' in block) {
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${block.facts
      .map(
        ([name, value]) =>
          `<tr><td class="soft line" style="${styles.factName}">${escaped(name)}</td><td class="ink line" style="${styles.factValue}">${lines(value)}</td></tr>`,
      )
      .join('')}</table>`
  }
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px"><tr><td class="button" style="${styles.button}"><a href="${escaped(block.url)}" style="${styles.buttonLink}">${escaped(block.button)}</a></td></tr></table>`
}

function blockText(block: Block): string {
  if ('text' in block) return block.text
  if ('note' in block) return [block.note, block.url].filter(Boolean).join(' ')
  if ('code' in block) return `    ${block.code}`
  if ('quote' in block) return block.quote.replaceAll(/^/gm, '> ')
  if ('facts' in block) {
    return block.facts.map(([name, value]) => `${name}: ${value.replaceAll('\n', ', ')}`).join('\n')
  }
  return `${block.button}: ${block.url}`
}

function lines(text: string): string {
  return escaped(text).replaceAll(/\r?\n/g, '<br>')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
