import type { ReactNode } from 'react'
import { FieldError as AriaFieldError, Label as AriaLabel, Text } from 'react-aria-components'

export type FieldProps = {
  label: string
  description?: ReactNode
  /** `errorMessage` replaces the browser's validation message. */
  errorMessage?: string | undefined
  className?: string
}

export function Label({ children }: { children: ReactNode }) {
  return <AriaLabel className="text-sm font-semibold text-ink">{children}</AriaLabel>
}

export function FieldFoot({
  description,
  errorMessage,
}: Pick<FieldProps, 'description' | 'errorMessage'>) {
  return (
    <>
      {description && (
        <Text slot="description" className="text-sm text-ink-faint">
          {description}
        </Text>
      )}
      <FieldError>{errorMessage}</FieldError>
    </>
  )
}

/** Shows the browser's validation message, unless another error text is given. */
function FieldError({ children }: { children?: ReactNode }) {
  return (
    <AriaFieldError className="text-sm font-medium text-danger-ink">
      {children ?? (({ validationErrors }) => validationErrors.join(' '))}
    </AriaFieldError>
  )
}
