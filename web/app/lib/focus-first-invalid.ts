/** Focuses the first invalid control, found by its name or by `data-field` on its field. */
export function focusFirstInvalid(form: HTMLFormElement | null, errors: object): void {
  const controls = Object.keys(errors).map(
    (field) => `[name="${field}"], [data-field="${field}"] button`,
  )
  if (controls.length > 0) form?.querySelector<HTMLElement>(controls.join())?.focus()
}

/**
 * Focuses the first control with a validation error. If the error belongs to a row, marked with
 * `data-rule`, focuses the row's first control.
 */
export function focusFirstIssue(
  form: HTMLFormElement | null,
  issues: readonly { path: readonly PropertyKey[] }[],
): void {
  const named = (length?: number) =>
    issues.map(({ path }) => `[name="${path.slice(0, length).join('.')}"]`)
  const rows = issues.map(({ path }) => `[data-rule="${path.slice(0, 2).join('.')}"]`)
  const first = form?.querySelector<HTMLElement>([...named(1), ...rows].join())
  const control =
    first?.querySelector<HTMLElement>(named().join()) ??
    first?.querySelector<HTMLElement>('select, input:not([type=checkbox])')
  ;(control ?? first)?.focus()
}
