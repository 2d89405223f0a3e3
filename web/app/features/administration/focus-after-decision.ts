/**
 * Focuses a heading after an admin's decision, because the row or button of the decision disappears.
 * Call it after the new data has loaded.
 *
 * In the overview, a section without rows disappears too. Pass the number of rows that are left,
 * so that the to-do list gets the focus instead.
 *
 * For an element that appears only after the call, see `useFocusWhenRendered`.
 */
export function focusAfterDecision(headingId: string, rowsLeft = 1): void {
  const id = rowsLeft > 0 ? headingId : 'work-list'
  // Waits for the closed dialog, which returns the focus in the next frame.
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
