/**
 * Focuses the first invalid control of a form. If the control has no name, its field needs the
 * attribute `data-field`, and the field's first button gets the focus.
 */
export function focusFirstInvalid(form: HTMLFormElement | null, errors: object): void {
  const controls = Object.keys(errors).map(
    (field) => `[name="${field}"], [data-field="${field}"] button`,
  )
  if (controls.length > 0) form?.querySelector<HTMLElement>(controls.join())?.focus()
}
