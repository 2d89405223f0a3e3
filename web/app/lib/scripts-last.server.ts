import { pressKeeper } from './early-presses.server.ts'

/**
 * Runs right behind the page's module script, which stands there as text. Asks for the scripts once
 * the page is seen, its first picture included: until then the line belongs to fonts and that picture,
 * for a page can be read before it can be pressed. At once where nobody looks or the browser does not
 * tell of paints, and after `patienceMs` in any case.
 */
function startWhenSeen(patienceMs: number): void {
  const starter = document.currentScript!
  const held = starter.previousElementSibling as HTMLScriptElement
  starter.remove()
  const start = () => {
    if (!held.isConnected) return
    for (const link of document.querySelectorAll('link[rel="later"]')) {
      link.setAttribute('rel', 'modulepreload')
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.text = held.text
    held.replaceWith(script)
  }
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return start()
  setTimeout(start, patienceMs)
  const pictures = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    const decoded = Array.from(pictures, (picture) => picture.decode())
    // One frame more, in which the picture is painted.
    void Promise.allSettled(decoded).then(() => requestAnimationFrame(() => setTimeout(start)))
  })
  observer.observe({ type: 'paint', buffered: true })
}

const shell = /^([^]*?<head>)([^]*?<\/head>[^]*?)<script type="module" async="">([^]*?)<\/script>/
const patienceMs = 3_000
const starter = `<script>(${startWhenSeen})(${patienceMs})</script>`

/**
 * Passes a page's HTML on with its scripts held back until it is seen (`startWhenSeen`), and what is
 * pressed before they are there kept for them. All up to them is passed on as a whole, which is how it comes.
 */
export function scriptsLast(): TransformStream<Uint8Array, Uint8Array> {
  let held: string | undefined = ''
  // Byte by byte: a chunk may end within a character.
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  return new TransformStream({
    transform(chunk, controller) {
      if (held === undefined) return controller.enqueue(chunk)
      held += Buffer.from(chunk).toString('latin1')
      const found = shell.exec(held)
      if (!found) return
      const [all, head, before, module] = found as unknown as [string, string, string, string]
      const page = before.replaceAll('<link rel="modulepreload"', '<link rel="later"')
      const scripts = `<script type="later">${module}</script>${starter}`
      controller.enqueue(bytes(head + pressKeeper + page + scripts + held.slice(all.length)))
      held = undefined
    },
    flush(controller) {
      if (held) controller.enqueue(bytes(held))
    },
  })
}
