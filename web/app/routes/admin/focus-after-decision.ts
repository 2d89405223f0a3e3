/**
 * Focuses the heading of a section of the overview after a decision, because the button of the
 * decision disappears. A section without rows disappears too, so the to-do list gets the focus.
 */
export function focusAfterDecision(headingId: string, rowsLeft: number): void {
  const id = rowsLeft > 0 ? headingId : 'work-list'
  // Waits for the closed dialog, which returns the focus in the next frame.
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
