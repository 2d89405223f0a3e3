import type { Block, MailContent, Site } from './content.ts'
import { mailStyle, styles } from './styles.ts'

/** The HTML part: tables and inline styles, as old mailboxes want it; dark where the reader's is. */
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
<style>${mailStyle}</style>
</head>
<body class="ground" style="${styles.body}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="${styles.ground}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 4px 20px"><a class="brand" href="${escaped(site.url)}" style="${styles.brand}"><span class="lamp" style="${styles.lamp}">&#9646;</span>&thinsp;hourspace</a></td></tr>
<tr><td class="card" style="${styles.card}">
<h1 class="ink" style="${styles.title}">${escaped(title)}</h1>
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td class="soft" style="${styles.foot}">${escaped(reason)}${leave}<br>${escaped(site.name)}, Tampa, Florida &middot; <a class="soft" href="${escaped(site.url)}" style="${styles.footLink}">${escaped(new URL(site.url).host)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>`
}

/** The text part, which says the same. */
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

/** Text as HTML, within an element or a quoted attribute. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
