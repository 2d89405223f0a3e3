import { useEffect, useRef } from 'react'
import { parseDate } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import {
  Button,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Popover,
} from 'react-aria-components'
import { Calendar } from './calendar.tsx'
import { cx } from './cx.ts'
import type { DatePickerProps } from './date-picker.tsx'
import { FieldFoot, Label } from './field-parts.tsx'
import { fieldStyles, frameStyles, popoverStyles } from './field-styles.ts'

const dateOf = (text: string | null | undefined) => (text ? parseDate(text) : null)

export default function DatePickerBody(props: DatePickerProps) {
  const { label, description, errorMessage, className, value, min, max, onChange, ...others } =
    props
  const { opensAtOnce, isClosed, ...rest } = others
  const trigger = useRef<HTMLButtonElement>(null)

  // Opens the popover by clicking the button, so that the focus returns to the button when the
  // popover closes.
  useEffect(() => {
    if (!opensAtOnce) return
    trigger.current?.focus()
    trigger.current?.click()
  }, [opensAtOnce])

  return (
    <DatePicker
      {...rest}
      value={dateOf(value)}
      minValue={dateOf(min)}
      maxValue={dateOf(max)}
      {...(isClosed && { isDateUnavailable: (date) => isClosed(date.toString()) })}
      onChange={(date) => onChange(date?.toString() ?? null)}
      isInvalid={errorMessage ? true : undefined}
      shouldForceLeadingZeros
      className={cx(fieldStyles, className)}
    >
      <Label>{label}</Label>
      <Group data-frame className={cx(frameStyles, 'flex items-center')}>
        <DateInput className="flex grow flex-wrap pl-3 tabular-nums">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-small px-0.5 py-1 outline-none data-focused:bg-accent data-focused:text-on-accent data-placeholder:text-ink-faint data-[type=literal]:px-0"
            />
          )}
        </DateInput>
        <Button
          ref={trigger}
          className="m-1 inline-flex size-9 shrink-0 items-center justify-center rounded-small text-accent-ink hover:bg-sunken"
        >
          <CalendarDays aria-hidden className="size-5" />
        </Button>
      </Group>
      <FieldFoot description={description} errorMessage={errorMessage} />
      <Popover className={popoverStyles}>
        <Dialog className="p-3 outline-none">
          <Calendar label={label} />
        </Dialog>
      </Popover>
    </DatePicker>
  )
}
