import { Minus, Plus } from 'lucide-react'
import {
  Button,
  Group,
  Input,
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaProps,
} from 'react-aria-components'
import { cx } from './cx.ts'
import { FieldFoot, Label, type FieldProps } from './field-parts.tsx'
import { fieldStyles, frameStyles, inputStyles } from './field-styles.ts'

type NumberFieldProps = Omit<AriaProps, 'className' | 'children' | 'style'> &
  FieldProps & {
    placeholder?: string
    /** Shows minus and plus, for small counts such as people or hours. */
    stepper?: boolean
  }

const stepStyles =
  'm-1 inline-flex size-9 shrink-0 items-center justify-center rounded-small text-ink-soft hover:bg-sunken data-disabled:opacity-40'

export function NumberField(props: NumberFieldProps) {
  const { label, description, errorMessage, placeholder, stepper, className, ...rest } = props
  return (
    <AriaNumberField
      {...rest}
      isInvalid={rest.isInvalid ?? (errorMessage ? true : undefined)}
      className={cx(fieldStyles, className)}
    >
      <Label>{label}</Label>
      <Group data-frame className={cx(frameStyles, 'flex items-center')}>
        {stepper && (
          <Button slot="decrement" className={stepStyles}>
            <Minus aria-hidden className="size-4" />
          </Button>
        )}
        <Input
          placeholder={placeholder}
          className={cx(inputStyles, 'tabular-nums', stepper && 'px-0! text-center')}
        />
        {stepper && (
          <Button slot="increment" className={stepStyles}>
            <Plus aria-hidden className="size-4" />
          </Button>
        )}
      </Group>
      <FieldFoot description={description} errorMessage={errorMessage} />
    </AriaNumberField>
  )
}
