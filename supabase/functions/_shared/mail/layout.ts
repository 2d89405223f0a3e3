import { brandColors, company } from '@hourspace/domain/company.ts'
import { logError } from '../log.ts'
import type { Block, MailContent, Site } from './content.ts'

const { light, dark } = brandColors
const sans =
  "'Hanken Grotesk',-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif"
const display =
  "'Bricolage Grotesque','Hanken Grotesk',-apple-system,'Segoe UI',Helvetica,sans-serif"

/** Dark mode colors and small-screen padding as CSS media queries, which MJML cannot express. */
const darkStyle = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
body,body>div{background:${dark.canvas}!important}
.card>table>tbody>tr>td{background:${dark.surface}!important;border-color:${dark.line}!important}
.ink,.ink div{color:${dark.ink}!important}
.soft,.soft div,.soft a{color:${dark['ink-soft']}!important}
.line{border-color:${dark.line}!important}
.sunken{background:${dark.sunken}!important;color:${dark.ink}!important}
.brand{color:${dark['accent-ink']}!important}
.link a{color:${dark['accent-ink']}!important}
.button td,.button a{background:${dark.accent}!important}
}
@media (max-width:480px){.card>table>tbody>tr>td{padding:24px 20px 8px!important}}
`

const attributes = `
<mj-all font-family="${sans}" padding="0" />
<mj-text padding="0 0 20px" font-size="16px" line-height="25px" color="${light.ink}" />
<mj-class name="title" padding="0 0 16px" font-family="${display}" font-size="26px" font-weight="700" line-height="31px" letter-spacing="-0.01em" />
<mj-class name="note" font-size="14px" line-height="21px" color="${light['ink-soft']}" />
<mj-class name="foot" font-size="13px" line-height="20px" color="${light['ink-soft']}" />
<mj-table padding="0 0 20px" font-size="15px" line-height="22px" />
<mj-button padding="4px 0 20px" align="left" inner-padding="12px 22px" border-radius="10px" font-size="16px" font-weight="600" line-height="22px" background-color="${light.accent}" color="${light['on-accent']}" />`

const styles = {
  brand: `font:700 21px/28px ${display};letter-spacing:-0.02em;color:${light['accent-ink']};text-decoration:none`,
  link: 'color:inherit;text-decoration:underline;word-break:break-word',
  // Each link is 40 pixels high, so that neighboring links are easy to tap.
  action: `display:inline-block;padding:7px 24px 8px 0;font-weight:600;color:${light['accent-ink']};text-decoration:underline`,
  quote: `margin:0;padding:14px 18px;background:${light.sunken};border-radius:10px`,
  // Separates the digits of the code by letter spacing, because a user would copy space characters
  // together with the code.
  code: `margin:0;padding:16px 12px 16px 18px;background:${light.sunken};border-radius:10px;font:700 32px/40px 'SFMono-Regular',Consolas,'Liberation Mono',monospace;letter-spacing:0.18em;text-align:center;-webkit-user-select:all;user-select:all`,
  factName: `padding:9px 16px 9px 0;border-top:1px solid ${light.line};color:${light['ink-soft']};vertical-align:top;width:36%`,
  factValue: `padding:9px 0;border-top:1px solid ${light.line};font-weight:600;color:${light.ink};vertical-align:top;word-break:break-word`,
} as const

/** Caches layouts that MJML has rendered with placeholders, by their MJML markup. */
const layouts = new Map<string, Promise<string>>()
const maxLayouts = 500

/**
 * Renders an email as HTML. MJML generates the tables and inline styles that old mail clients need.
 * Each MJML rendering takes several milliseconds, so emails with the same kinds of blocks share a
 * cached layout.
 */
export async function renderHtml(content: MailContent, site: Site): Promise<string> {
  const values: string[] = []
  const markup = markupOf(content, site, (html) => `__${values.push(html) - 1}__`)
  let layout = layouts.get(markup)
  if (!layout) {
    if (layouts.size >= maxLayouts) layouts.clear()
    layout = renderLayout(markup)
    layouts.set(markup, layout)
    layout.catch(() => layouts.delete(markup))
  }
  return (await layout).replaceAll(/__(\d+)__/g, (_, index: string) => values[Number(index)]!)
}

async function renderLayout(markup: string): Promise<string> {
  // Loading MJML takes most of a second, so the first email loads it instead of every start.
  const { default: mjml2html } = await import('mjml')
  const { html, errors } = await mjml2html(markup, { fonts: {} })
  // Only logs errors such as an unknown element, because MJML renders the rest of the email.
  for (const { formattedMessage } of errors)
    logError('MJML rejected a part of the layout of emails', formattedMessage)
  return html
}

/** Stores HTML for the rendered layout, and returns the placeholder that the HTML replaces. */
type Placeholder = (html: string) => string

/** Returns the MJML of an email. The texts and URLs of `content` are placeholders. */
function markupOf(content: MailContent, site: Site, placeholder: Placeholder): string {
  const { title, preview, blocks, reason, unsubscribeUrl } = content
  const leave = unsubscribeUrl
    ? ` <a href="${escaped(unsubscribeUrl)}" style="${styles.link}">Unsubscribe</a>`
    : ''
  return `<mjml lang="en" dir="ltr">
<mj-head>
<mj-title>${placeholder(escaped(content.subject))}</mj-title>
<mj-preview>${placeholder(escaped(preview))}</mj-preview>
<mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>
<mj-attributes>${attributes}</mj-attributes>
<mj-style>${darkStyle}</mj-style>
</mj-head>
<mj-body width="592px" background-color="${light.canvas}">
<mj-section padding="32px 20px 20px"><mj-column>
<mj-text padding="0"><a class="brand" href="${escaped(site.url)}" style="${styles.brand}"><span style="color:${light.lamp}">&#9646;</span>&thinsp;${escaped(company.name.toLowerCase())}</a></mj-text>
</mj-column></mj-section>
<mj-section padding="0 16px"><mj-column css-class="card" padding="32px 28px 12px" background-color="${light.surface}" border="1px solid ${light.line}" border-radius="16px">
<mj-text mj-class="title" css-class="ink"><h1 style="margin:0;font:inherit">${placeholder(escaped(title))}</h1></mj-text>
${blocks.map((block) => blockMarkup(block, placeholder)).join('\n')}
</mj-column></mj-section>
<mj-section padding="20px 20px 32px"><mj-column>
<mj-text mj-class="foot" padding="0" css-class="soft">${placeholder(escaped(reason) + leave)}<br>${escaped(site.name)}, ${escaped(company.place)} &middot; <a href="${escaped(site.url)}" style="${styles.link}">${escaped(new URL(site.url).host)}</a></mj-text>
</mj-column></mj-section>
</mj-body>
</mjml>`
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

function blockMarkup(block: Block, placeholder: Placeholder): string {
  if ('text' in block) return `<mj-text css-class="ink">${placeholder(lines(block.text))}</mj-text>`
  if ('note' in block) {
    const link = block.url
      ? ` <a href="${escaped(block.url)}" style="${styles.link}">${escaped(block.url)}</a>`
      : ''
    return `<mj-text mj-class="note" css-class="soft">${placeholder(lines(block.note) + link)}</mj-text>`
  }
  if ('quote' in block) {
    return `<mj-text><blockquote class="sunken" style="${styles.quote}">${placeholder(lines(block.quote))}</blockquote></mj-text>`
  }
  if ('code' in block) {
    return `<mj-text><p class="sunken code" style="${styles.code}">${placeholder(escaped(block.code))}</p></mj-text>`
  }
  if ('facts' in block) {
    const rows = block.facts.map(
      ([name, value]) =>
        `<tr><td class="soft line" style="${styles.factName}">${escaped(name)}</td><td class="ink line" style="${styles.factValue}">${lines(value)}</td></tr>`,
    )
    return `<mj-table>${placeholder(rows.join(''))}</mj-table>`
  }
  if ('links' in block) {
    const links = block.links.map(
      ([label, url]) => `<a href="${escaped(url)}" style="${styles.action}">${escaped(label)}</a>`,
    )
    return `<mj-text css-class="link" padding="0 0 12px">${placeholder(links.join(' '))}</mj-text>`
  }
  return `<mj-button css-class="button" href="${placeholder(escaped(block.url))}">${placeholder(escaped(block.button))}</mj-button>`
}

function blockText(block: Block): string {
  if ('text' in block) return block.text
  if ('note' in block) return [block.note, block.url].filter(Boolean).join(' ')
  if ('code' in block) return `    ${block.code}`
  if ('quote' in block) return block.quote.replaceAll(/^/gm, '> ')
  if ('facts' in block) {
    return block.facts.map(([name, value]) => `${name}: ${value.replaceAll('\n', ', ')}`).join('\n')
  }
  if ('links' in block) return block.links.map(([label, url]) => `${label}: ${url}`).join('\n')
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
