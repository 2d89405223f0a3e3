import type { ReactNode } from 'react'
import { FieldError as AriaFieldError, Label as AriaLabel, Text } from 'react-aria-components'

/** What every field has around its control. */
export type FieldProps = {
  /** The field's name: shown above it and read out. */
  label: string
  /** A short hint below. */
  description?: ReactNode
  /** Replaces the browser's own text when the value is refused. */
  errorMessage?: string | undefined
  className?: string
}

export function Label({ children }: { children: ReactNode }) {
  return <AriaLabel className="text-sm font-semibold text-ink">{children}</AriaLabel>
}

/** Hint and refusal below a control; the refusal takes the hint's place in reading order. */
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

/** Shown only while its field is invalid. Without children it shows the validation's own text. */
function FieldError({ children }: { children?: ReactNode }) {
  return (
    <AriaFieldError className="text-sm font-medium text-danger-ink">
      {children ?? (({ validationErrors }) => validationErrors.join(' '))}
    </AriaFieldError>
  )
}
