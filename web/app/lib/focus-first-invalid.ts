/**
 * Focuses the first control of a form whose field has an error. A field without a named control has
 * the attribute `data-field`; its first button gets the focus.
 */
export function focusFirstInvalid(form: HTMLFormElement | null, errors: object): void {
  const controls = Object.keys(errors).map(
    (field) => `[name=${field}], [data-field=${field}] button`,
  )
  if (controls.length > 0) form?.querySelector<HTMLElement>(controls.join())?.focus()
}
