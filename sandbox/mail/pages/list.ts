import { html, raw } from 'hono/html'
import type { Html } from '../../page.ts'
import type { MailStore, StoredMessage } from '../store.ts'
import { moment, page } from './layout.ts'

export function listPage(outbox: {
  store: MailStore
  base: string
  messages: StoredMessage[]
  to: string
  total: number
}): Html {
  const { store, base, messages, to, total } = outbox
  return page(
    `Outbox (${total})`,
    html`<header>
        <h1>Outbox<small>${total === 1 ? '1 message' : `${total} messages`}</small></h1>
        <form class="filter" role="search" action="${base}">
          <input
            type="search"
            name="to"
            value="${to}"
            placeholder="Sent to…"
            aria-label="Filter by recipient"
            autocomplete="off"
          />
          <button>Filter</button>
        </form>
        ${
          total > 0
            ? html`<form method="post" action="${base}/clear"><button>Clear</button></form>`
            : ''
        }
      </header>
      <div class="card" id="mails" data-revision="${store.revision}" aria-live="polite">
        ${messages.length > 0 ? mails(base, messages) : nothing(base, to)}
      </div>
      <script>
        ${raw(refreshScript(`${base}/revision.json`))}
      </script>`,
  )
}

function mails(base: string, messages: StoredMessage[]): Html {
  return html`<ul class="mails" aria-label="Messages">
    ${messages.map(
      ({ id, kind, subject, to, receivedAt, copies }) =>
        html`<li>
          <a href="${base}/messages/${id}">
            <strong>
              ${kind === 'text' ? html`<span class="again">text</span>` : ''}
              ${subject || '(no subject)'}
              ${copies > 1 ? html`<span class="again">sent ${copies} times</span>` : ''}
            </strong>
            ${moment(receivedAt)}
            <span class="to">To ${to.join(', ')}</span>
          </a>
        </li>`,
    )}
  </ul>`
}

function nothing(base: string, to: string): Html {
  return to
    ? html`<div class="empty">
        <h2>Nothing was sent to “${to}”</h2>
        <p><a href="${base}">Show everything</a></p>
      </div>`
    : html`<div class="empty">
        <h2>Nothing was sent yet</h2>
        <p>
          Book a space, write to the company or subscribe to the newsletter: its mail lands here.
        </p>
      </div>`
}

/** Script that polls the server every 2 s and replaces the list if messages have arrived. */
function refreshScript(url: string): string {
  return `
    setInterval(async () => {
      if (document.hidden) return
      const list = document.getElementById('mails')
      const { revision } = await fetch(${JSON.stringify(url)}).then((response) => response.json()).catch(() => ({}))
      if (!revision || String(revision) === list.dataset.revision) return
      const text = await fetch(location.href).then((response) => response.text())
      const fresh = new DOMParser().parseFromString(text, 'text/html')
      list.replaceWith(fresh.getElementById('mails'))
      document.querySelector('h1').replaceWith(fresh.querySelector('h1'))
      document.title = fresh.title
      showLocalTimes()
    }, 2000)`
}
