const missed = new Set<Element>()

/** What the browser itself does something sensible with: it goes there, or sends the form. */
const works = 'a[href], form[action] [type=submit]'

/**
 * Remembers a press on what React has not taken over yet. React stops such a press on its way in,
 * at the document, where this listens after it; nobody else has stopped one by then.
 */
function remember(event: MouseEvent): void {
  if (!event.cancelBubble || !(event.target instanceof Element)) return
  if (event.target.closest(works)) return
  // Else a choice would look made, and a form would go nowhere.
  event.preventDefault()
  missed.add(event.target)
}

/** From now on no press on a part without its code is lost. To be called once React listens. */
export function awaitPresses(): void {
  document.addEventListener('click', remember, true)
}

/** Carries the missed presses out, in their order; those on other parts are missed once more. */
export function carryOutPresses(): void {
  const targets = [...missed]
  missed.clear()
  for (const target of targets) {
    if (!target.isConnected) continue
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }
}
