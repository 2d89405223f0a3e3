import type { EarlyPresses, Field } from './early-presses.ts'

/**
 * Runs in the head, before anything can be pressed. Keeps what is pressed and typed in parts that wait
 * for their scripts (`data-waits`; at first the whole page does) until `takeOver` does it. Links and
 * forms are the browser's meanwhile. A press is given up after `patienceMs`, with Escape, when a link
 * or a form leads away, and, where it would open something, when the person goes on elsewhere.
 */
function keepPresses(patienceMs: number): void {
  document.currentScript?.remove()
  document.documentElement.setAttribute('data-waits', '')
  const presses: EarlyPresses['presses'] = new Map()
  const fields: EarlyPresses['fields'] = new Map()
  const forget = (control: HTMLElement) => {
    presses.delete(control)
    for (const sign of ['data-kept', 'aria-busy']) control.removeAttribute(sign)
  }
  // React keeps what fields were given before it came, and hears of it only as something new.
  const tell: EarlyPresses['tell'] = (field, given) => {
    const input = field as HTMLInputElement
    if (typeof given === 'boolean') {
      input.checked = !given
      return input.click()
    }
    const { selectionStart = null, selectionEnd = null } = input
    field.value = ''
    // Past the setter by which React notices what it set itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, given)
    if (selectionStart !== null) input.setSelectionRange(selectionStart, selectionEnd)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
  globalThis.earlyPresses = { presses, fields, forget, tell }

  const forgetAll = (which: string) =>
    [...presses.keys()].filter((control) => control.matches(which)).forEach(forget)
  const openers = '[aria-haspopup], [aria-expanded]'
  const keep = (control: HTMLElement, event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    presses.delete(control)
    presses.set(control, event)
    control.setAttribute('data-kept', '')
    control.setAttribute('aria-busy', 'true')
    setTimeout(() => presses.get(control) === event && forget(control), patienceMs)
  }

  const onClick = (event: MouseEvent) => {
    if (!event.isTrusted) return
    const control = (event.target as Element).closest<HTMLElement>('a[href], button, td[tabindex]')
    const { type, form } = (control ?? {}) as Partial<HTMLButtonElement>
    const leadsAway =
      control?.matches('a') || (type === 'submit' && form?.matches('[action], [method]'))
    forgetAll(leadsAway ? '*' : openers)
    if (!leadsAway && control?.matches('[data-waits] :not([aria-disabled=true])'))
      keep(control, event)
  }
  const onKey = (event: KeyboardEvent) => {
    const cell = event.target as HTMLElement
    if (event.key === 'Escape') forgetAll('*')
    else if (/^(Enter| )$/.test(event.key) && cell.matches('[data-waits] td')) keep(cell, event)
  }
  const onInput = ({ target, isTrusted }: Event) => {
    if (isTrusted) forgetAll(openers)
    const field = target as Field
    const part = field.closest('[data-waits]')
    if (!part || field.type === 'file') return
    const canBeTicked = /checkbox|radio/.test(field.type)
    const given = canBeTicked ? (field as HTMLInputElement).checked : field.value
    fields.set(field, { given, part })
  }
  addEventListener('click', onClick, true)
  addEventListener('keydown', onKey, true)
  addEventListener('input', onInput, true)
}

/** Milliseconds after which nobody waits for what they pressed. */
const patienceMs = 20_000

export const pressKeeper = `<script>(${keepPresses})(${patienceMs})</script>`
