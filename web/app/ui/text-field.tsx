import type { LucideIcon } from 'lucide-react'
import type { FormEvent } from 'react'
import {
  Input,
  TextField as AriaTextField,
  type TextFieldProps as AriaProps,
} from 'react-aria-components'
import { cx } from './cx.ts'
import { FieldFoot, Label, type FieldProps } from './field-parts.tsx'
import { fieldStyles, frameStyles, inputStyles } from './field-styles.ts'

type TextFieldProps = Omit<AriaProps, 'className' | 'children' | 'style'> &
  FieldProps & {
    placeholder?: string
    icon?: LucideIcon
    /**
     * With `hideLabel`, only screen readers get the label. The field then needs a descriptive
     * placeholder.
     */
    hideLabel?: boolean
  }

/**
 * Validates an invalid field again on each input. Otherwise, its error would disappear on blur,
 * which could move the submit button while the user clicks it.
 */
function revalidate({ currentTarget: input }: FormEvent<HTMLInputElement>): void {
  if (input.ariaInvalid === 'true') input.dispatchEvent(new Event('change'))
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel,
    description,
    errorMessage,
    placeholder,
    icon: Icon,
    className,
    ...rest
  } = props
  return (
    <AriaTextField
      {...rest}
      isInvalid={rest.isInvalid ?? (errorMessage ? true : undefined)}
      aria-label={hideLabel ? label : undefined}
      className={cx(fieldStyles, className)}
    >
      {!hideLabel && <Label>{label}</Label>}
      <div data-frame className={cx(frameStyles, 'flex items-center')}>
        {Icon && <Icon aria-hidden className="ml-3.5 size-5 shrink-0 text-ink-faint" />}
        <Input placeholder={placeholder} className={inputStyles} onInput={revalidate} />
      </div>
      <FieldFoot description={description} errorMessage={errorMessage} />
    </AriaTextField>
  )
}
