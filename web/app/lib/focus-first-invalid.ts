/** Focuses the first invalid control, found by its name or by `data-field` on its field. */
export function focusFirstInvalid(form: HTMLFormElement | null, errors: object): void {
  const controls = Object.keys(errors).map(
    (field) => `[name="${field}"], [data-field="${field}"] button`,
  )
  if (controls.length > 0) form?.querySelector<HTMLElement>(controls.join())?.focus()
}
