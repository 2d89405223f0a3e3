import type { FieldProps } from './field-parts.tsx'

export type DatePickerProps = FieldProps & {
  /** Calendar day as YYYY-MM-DD, in whatever time zone the screen speaks of; null for none. */
  value: string | null
  onChange: (date: string | null) => void
  min?: string
  max?: string
  isRequired?: boolean
  isDisabled?: boolean
  /** Shows the calendar at once, where the person has asked for it already. */
  opensAtOnce?: boolean
  name?: string
}
