import { isTyping } from '#web/lib/is-typing.ts'

/**
 * Focuses a heading after an admin's decision, because the row or button of the decision disappears.
 * Call it after the new data has loaded. An admin who types in a field by then keeps the focus there.
 *
 * In the overview, a section without rows disappears too. Pass the number of rows that are left,
 * so that the to-do list gets the focus instead.
 *
 * For an element that appears only after the call, see `useFocusWhenRendered`.
 */
export function focusAfterDecision(headingId: string, rowsLeft = 1): void {
  const id = rowsLeft > 0 ? headingId : 'work-list'
  // Waits for the closed dialog, which returns the focus in the next frame.
  requestAnimationFrame(() => {
    if (!isTyping()) document.getElementById(id)?.focus()
  })
}
