import { Check, ChevronDown } from 'lucide-react'
import {
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  type Key,
} from 'react-aria-components'
import { cx } from './cx.ts'
import type { Option } from './option.ts'
import { FieldFoot, Label, type FieldProps } from './field-parts.tsx'
import { fieldStyles, frameStyles, optionStyles, popoverStyles } from './field-styles.ts'

type SelectProps = FieldProps & {
  options: readonly Option[]
  /** The chosen option's id; null for none. */
  value?: string | null
  defaultValue?: string
  onChange?: (id: string) => void
  placeholder?: string
  name?: string
  isRequired?: boolean
  isDisabled?: boolean
  hideLabel?: boolean
}

/** One of a short list. For more than a screenful take ComboBox. */
export function Select(props: SelectProps) {
  const {
    label,
    hideLabel,
    description,
    errorMessage,
    className,
    options,
    onChange,
    placeholder,
    ...rest
  } = props
  return (
    <AriaSelect
      {...rest}
      isInvalid={errorMessage ? true : undefined}
      placeholder={placeholder ?? 'Choose one'}
      aria-label={hideLabel ? label : undefined}
      onChange={(key: Key | null) => key !== null && onChange?.(String(key))}
      className={cx(fieldStyles, className)}
    >
      {!hideLabel && <Label>{label}</Label>}
      <Button
        className={cx(
          frameStyles,
          'flex items-center justify-between gap-3 px-3.5 text-left text-base',
        )}
      >
        <SelectValue className="truncate data-placeholder:text-ink-faint" />
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-faint" />
      </Button>
      <FieldFoot description={description} errorMessage={errorMessage} />
      <Popover className={cx(popoverStyles, 'min-w-(--trigger-width) overflow-auto')}>
        <ListBox items={options} className="max-h-80 overflow-auto outline-none">
          {({ id, label: text }) => (
            <ListBoxItem id={id} textValue={text} className={optionStyles}>
              {({ isSelected }) => (
                <>
                  <span className="grow">{text}</span>
                  {isSelected && <Check aria-hidden className="size-4 shrink-0 text-accent-ink" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
