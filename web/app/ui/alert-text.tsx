import type { ComponentProps } from 'react'

/** An error below a form or button. Screen readers announce it when the text appears. */
export function AlertText(props: Pick<ComponentProps<'p'>, 'id' | 'children'>) {
  return <p {...props} role="alert" className="text-sm font-medium text-danger-ink empty:hidden" />
}
