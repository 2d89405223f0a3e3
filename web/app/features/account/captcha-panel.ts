export type CaptchaPanel = {
  /** Where a widget stands. */
  box: HTMLElement
  /** Where a larger challenge stands. */
  challengeBox: HTMLElement
  /** Until then nothing is seen. */
  show: () => void
  /** Settles when the person would rather not. */
  stopped: Promise<void>
  close: () => void
}

const hidden = ['invisible', 'pointer-events-none']

/**
 * A place above everything, an open dialog included, for what others' scripts ask the person. Outside
 * React: it belongs to a call, wherever in the page that is made from.
 */
export function openCaptchaPanel(): CaptchaPanel {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  const before = document.activeElement
  const text = element('p', 'font-semibold text-ink')
  text.id = 'captcha-panel-text'
  text.textContent = 'Please show that you are a person'
  const [box, challengeBox] = [element('div', ''), element('div', 'max-w-full empty:hidden')]
  challengeBox.id = 'captcha-challenge'
  const cancel = element(
    'button',
    'min-h-11 rounded-control px-4 font-semibold text-accent-ink hover:bg-sunken',
  )
  cancel.type = 'button'
  cancel.textContent = 'Cancel'
  cancel.addEventListener('click', () => stop())

  const card = element(
    'div',
    'flex max-h-full max-w-full flex-col items-center gap-3 overflow-auto rounded-sheet bg-raised p-5 shadow-floating outline-none',
  )
  card.setAttribute('role', 'group')
  card.setAttribute('aria-labelledby', text.id)
  card.tabIndex = -1
  card.append(text, box, challengeBox, cancel)
  const panel = element('div', 'fixed inset-0 z-70 grid place-items-center bg-scrim p-3')
  panel.classList.add(...hidden)
  // Lets it be reached although a dialog keeps everything else of the page away.
  panel.dataset['reactAriaTopLayer'] = 'true'
  panel.append(card)
  panel.addEventListener('keydown', (event) => {
    // The dialog below would take the key for its own.
    event.stopPropagation()
    if (event.key === 'Escape') stop()
  })
  document.body.append(panel)

  return {
    box,
    challengeBox,
    stopped,
    show: () => {
      panel.classList.remove(...hidden)
      card.focus()
    },
    close: () => {
      const hadFocus = panel.contains(document.activeElement)
      panel.remove()
      if (hadFocus && before instanceof HTMLElement) before.focus()
    },
  }
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string) {
  const made = document.createElement(tag)
  made.className = className
  return made
}
