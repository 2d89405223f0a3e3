import { html } from 'hono/html'
import { sandboxPage, type Html } from '../../page.ts'
import { pageStyle } from './style.ts'

/** A page of the outbox in the sandbox's own plain dress, from a phone upwards, light and dark. */
export function page(title: string, content: Html): Html {
  const notice = 'Stand-in for mail and texts: nothing leaves this machine'
  return sandboxPage(title, html`${content}${localTimes}`, { notice, style: pageStyle })
}

/** Puts every moment on the reader's own clock; pages that change call it again. */
const localTimes = html`<script>
  function showLocalTimes() {
    for (const time of document.querySelectorAll('time')) {
      time.textContent = new Date(time.dateTime).toLocaleString('en-US', {
        dateStyle: 'medium',
        timeStyle: 'medium',
      })
    }
  }
  showLocalTimes()
</script>`

/** A moment as a time element; the reader's own time where scripts run. */
export function moment(iso: string): Html {
  return html`<time datetime="${iso}"
    >${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC</time
  >`
}
