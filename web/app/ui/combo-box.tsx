import { ChevronDown } from 'lucide-react'
import {
  Button,
  ComboBox as AriaComboBox,
  Group,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  type ComboBoxProps as AriaProps,
} from 'react-aria-components'
import { cx } from './cx.ts'
import { FieldFoot, Label, type FieldProps } from './field-parts.tsx'
import {
  fieldStyles,
  frameStyles,
  inputStyles,
  optionStyles,
  popoverStyles,
} from './field-styles.ts'
import type { Option } from './option.ts'

type ComboBoxProps = Omit<
  AriaProps<Option>,
  'className' | 'children' | 'style' | 'items' | 'defaultItems'
> &
  FieldProps & { options: readonly Option[]; placeholder?: string }

/** One of a long list, found by typing. With `allowsCustomValue` the list only suggests. */
export function ComboBox({
  label,
  description,
  errorMessage,
  className,
  options,
  placeholder,
  ...rest
}: ComboBoxProps) {
  return (
    <AriaComboBox
      menuTrigger="focus"
      {...rest}
      defaultItems={options}
      isInvalid={errorMessage ? true : undefined}
      className={cx(fieldStyles, className)}
    >
      <Label>{label}</Label>
      <Group data-frame className={cx(frameStyles, 'flex items-center')}>
        <Input placeholder={placeholder} className={inputStyles} />
        <Button className="m-1 inline-flex size-9 shrink-0 items-center justify-center rounded-small text-ink-faint hover:bg-sunken">
          <ChevronDown aria-hidden className="size-5" />
        </Button>
      </Group>
      <FieldFoot description={description} errorMessage={errorMessage} />
      <Popover className={cx(popoverStyles, 'w-(--trigger-width)')}>
        <ListBox<Option> className="max-h-72 overflow-auto outline-none">
          {({ id, label: text }) => (
            <ListBoxItem id={id} textValue={text} className={optionStyles}>
              {text}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
