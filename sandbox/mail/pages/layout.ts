import { html } from 'hono/html'
import { sandboxPage, type Html } from '../../page.ts'
import { pageStyle } from './style.ts'

/** A page of the outbox in the sandbox's own plain dress, from a phone upwards, light and dark. */
export function page(title: string, content: Html): Html {
  const notice = 'Stand-in for mail and texts: nothing leaves this machine'
  return sandboxPage(title, content, { notice, style: pageStyle })
}

/** A moment as a time element; the reader's own time where scripts run. */
export function moment(iso: string): Html {
  return html`<time datetime="${iso}"
    >${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC</time
  >`
}
