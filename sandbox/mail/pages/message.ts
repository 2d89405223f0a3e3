import { html } from 'hono/html'
import type { Html } from '../../page.ts'
import type { StoredMessage } from '../store.ts'
import { moment, page } from './layout.ts'

export function messagePage(base: string, message: StoredMessage): Html {
  const { id, kind, subject, from, to, receivedAt, text, attachments, copies } = message
  return page(
    subject || '(no subject)',
    html`<a class="back" href="${base}">← Outbox</a>
      <header><h1>${subject || '(no subject)'}</h1></header>
      <div class="card">
        <dl>
          <dt>From</dt>
          <dd>${from}</dd>
          <dt>To</dt>
          <dd>${to.join(', ')}</dd>
          <dt>Received</dt>
          <dd>
            ${moment(receivedAt)}
            ${copies > 1 ? html`<span class="again">sent ${copies} times</span>` : ''}
          </dd>
          ${
            attachments.length > 0
              ? html`<dt>Attached</dt>
                  <dd>${attachments.map(describeAttachment).join(', ')}</dd>`
              : ''
          }
        </dl>
        ${
          message.html
            ? html`<iframe
                src="${base}/messages/${id}/html"
                title="The mail"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
              ></iframe>`
            : html`<pre>${text}</pre>`
        }
        ${kind === 'mail' ? sources(base, message) : ''}
      </div>`,
  )
}

function sources(base: string, { id, text, headers }: StoredMessage): Html {
  return html`<details>
      <summary>Text</summary>
      <pre>${text || 'This mail has no text part.'}</pre>
    </details>
    <details>
      <summary>Headers</summary>
      <table class="headers">
        ${headers.map(
          ({ name, value }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${value}</td>
            </tr>`,
        )}
      </table>
    </details>
    <details>
      <summary>Source</summary>
      <pre><a href="${base}/messages/${id}/source">Source as received</a></pre>
    </details>`
}

export function missingPage(base: string): Html {
  return page(
    'Mail not found',
    html`<div class="card empty">
      <h1>There is no such mail</h1>
      <p><a href="${base}">Show every mail</a></p>
    </div>`,
  )
}

function describeAttachment({ filename, mimeType, size }: StoredMessage['attachments'][number]) {
  return `${filename} (${mimeType}, ${Math.max(1, Math.round(size / 1024))} KiB)`
}

/** Returns the HTML of an email for an iframe. Links open in a new tab. */
export function framedHtml({ html, text }: StoredMessage): string {
  const base = '<base target="_blank" />'
  if (!html) return `<!doctype html>${base}<pre>${escaped(text)}</pre>`
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => head + base)
    : base + html
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
