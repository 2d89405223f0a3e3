/**
 * Focuses the first invalid control of a form. A control without a name needs a field with the
 * attribute `data-field`, whose first button gets the focus.
 */
export function focusFirstInvalid(form: HTMLFormElement | null, errors: object): void {
  const controls = Object.keys(errors).map(
    (field) => `[name="${field}"], [data-field="${field}"] button`,
  )
  if (controls.length > 0) form?.querySelector<HTMLElement>(controls.join())?.focus()
}
