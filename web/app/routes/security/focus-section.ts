/**
 * Puts the focus on the heading of a section when what had it is gone. A question that is closing
 * holds the focus to its end and hands it back a frame later, so this waits for both.
 */
export function focusSection(id: string): void {
  if (document.querySelector('[role=alertdialog]')) {
    requestAnimationFrame(() => focusSection(id))
    return
  }
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()))
}
