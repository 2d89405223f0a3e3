export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What was done in parts that scripts have not taken over; see `early-presses.server.ts`. */
export type EarlyPresses = {
  /** Controls with the event that pressed them, in that order, each once. */
  presses: Map<HTMLElement, Event>
  /** Fields with what they were given, and the waiting part they were in. */
  fields: Map<Field, { given: string | boolean; part: Element }>
  forget: (control: HTMLElement) => void
  /** Says again what a field was given, for React to hear it. */
  tell: (field: Field, given: string | boolean) => void
}

declare global {
  var earlyPresses: EarlyPresses | undefined
}

/** Does what was pressed and told in `part` before scripts took it over. Safe to repeat. */
export function takeOver(part: Element): void {
  part.removeAttribute('data-waits')
  if (globalThis.earlyPresses) void carryOut(globalThis.earlyPresses)
}

async function carryOut({ presses, fields, forget, tell }: EarlyPresses): Promise<void> {
  // Not within React's own work, but before it draws anew and resets the fields.
  await Promise.resolve()
  for (const [field, { given, part }] of fields) {
    if (part.closest('[data-waits]')) continue
    fields.delete(field)
    // A part is drawn anew when the page changes around it before its code is there.
    const now = field.isConnected ? field : part.querySelector<Field>(`[name="${field.name}"]`)
    if (now) tell(now, given)
  }
  for (const [control, press] of presses) {
    if (control.closest('[data-waits]')) continue
    // Each finds the page as the one before has left it.
    await new Promise((resolve) => setTimeout(resolve))
    if (!presses.has(control)) continue
    forget(control)
    control.dispatchEvent(new MouseEvent('click', press))
  }
}
