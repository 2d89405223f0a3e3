import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaProps,
} from 'react-aria-components'
import { cx } from './cx.ts'
import { FieldFoot, Label, type FieldProps } from './field-parts.tsx'
import { fieldStyles, frameStyles } from './field-styles.ts'

type TextAreaProps = Omit<AriaProps, 'className' | 'children' | 'style'> &
  FieldProps & { placeholder?: string; rows?: number }

export function TextArea(props: TextAreaProps) {
  const { label, description, errorMessage, placeholder, rows = 5, className, ...rest } = props
  return (
    <AriaTextField
      {...rest}
      isInvalid={rest.isInvalid ?? (errorMessage ? true : undefined)}
      className={cx(fieldStyles, className)}
    >
      <Label>{label}</Label>
      <AriaTextArea
        rows={rows}
        placeholder={placeholder}
        className={cx(frameStyles, 'resize-y px-3.5 py-2.5 text-base outline-none')}
      />
      <FieldFoot description={description} errorMessage={errorMessage} />
    </AriaTextField>
  )
}
