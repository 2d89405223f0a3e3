/** Parts whose code is still coming, with what was pressed in them meanwhile, each thing once. */
const waiting = new Map<Element, Set<Element>>()

/** What the browser itself does something sensible with: goes there, unfolds it, sends the form. */
const works = 'a[href], summary, form[action] [type=submit]'

function remember(event: MouseEvent): void {
  const { target } = event
  if (!(target instanceof Element) || target.closest(works)) return
  for (const [part, missed] of waiting) {
    if (!part.contains(target)) continue
    // Else a choice would look made, and a form would go nowhere.
    event.preventDefault()
    missed.add(target)
  }
}

/** From now on presses in `part` are kept, until `carryOutPresses` or the returned function. */
export function awaitPresses(part: Element): () => void {
  waiting.set(part, new Set())
  document.addEventListener('click', remember, true)
  return () => forget(part)
}

function forget(part: Element): void {
  waiting.delete(part)
  if (waiting.size === 0) document.removeEventListener('click', remember, true)
}

/** Does what was pressed in `part` before its code was there, in that order; safe to repeat. */
export async function carryOutPresses(part: Element): Promise<void> {
  const missed = waiting.get(part) ?? []
  forget(part)
  for (const target of missed) {
    // Each finds the page as the one before has left it.
    await new Promise((resolve) => setTimeout(resolve))
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }
}
