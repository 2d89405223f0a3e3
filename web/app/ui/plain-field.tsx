import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { frameStyles } from './field-styles.ts'
import { NativeSelect, type Option } from './native-select.tsx'

type Control = {
  id: string
  name: string
  required: true | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  className: string
}

type LabelProps = {
  label: string
  /** Without `id`, `name` is also the element's id and must be unique on the page. */
  name: string
  id?: string | undefined
  description?: ReactNode
  error?: string | undefined
  isOptional?: boolean | undefined
  className?: string | undefined
}

/** Props of a controlled text field. */
export type TextProps = Omit<LabelProps, 'name' | 'id' | 'className'> & {
  name?: string
  value: string
  onChange: (value: string) => void
  takesFocus?: boolean
}

/** Label, hint and validation error around a native control. Does not load React Aria. */
export function PlainField(props: LabelProps & { children: (control: Control) => ReactNode }) {
  const { label, name, id = `field-${name}`, description, error, isOptional, className } = props
  const notes = [description && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-semibold text-ink">
        {label}
        {isOptional && <span className="font-normal text-ink-faint"> (optional)</span>}
      </label>
      {props.children({
        id,
        name,
        required: isOptional ? undefined : true,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': notes.length > 0 ? notes.join(' ') : undefined,
        className: cx(frameStyles, 'px-3.5 outline-none aria-invalid:border-danger'),
      })}
      {description && (
        <p id={`${id}-hint`} className="text-sm text-ink-faint">
          {description}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger-ink">
          {error}
        </p>
      )}
    </div>
  )
}

type ValueProps<Tag extends 'input' | 'textarea' | 'select'> = LabelProps &
  Omit<ComponentProps<Tag>, keyof LabelProps | 'onChange'> & {
    onValue?: (value: string) => void
  }

function partsOf<Props extends LabelProps>(props: Props) {
  const { label, name, id, description, error, isOptional, className, ...own } = props
  return [{ label, name, id, description, error, isOptional, className }, own] as const
}

export function PlainInput({ onValue, ...props }: ValueProps<'input'>) {
  const [around, own] = partsOf(props)
  return (
    <PlainField {...around}>
      {(control) => (
        <input {...control} {...own} onChange={(event) => onValue?.(event.currentTarget.value)} />
      )}
    </PlainField>
  )
}

export function PlainTextArea({ onValue, ...props }: ValueProps<'textarea'>) {
  const [around, own] = partsOf(props)
  return (
    <PlainField {...around}>
      {(control) => (
        <textarea
          {...control}
          {...own}
          onChange={(event) => onValue?.(event.currentTarget.value)}
          className={cx(control.className, 'resize-y py-2.5')}
        />
      )}
    </PlainField>
  )
}

type SelectProps = Omit<ValueProps<'select'>, 'children' | 'value'> & {
  options: readonly Option[]
  value?: string
}

export function PlainSelect({ onValue, ...props }: SelectProps) {
  const [around, own] = partsOf(props)
  return (
    <PlainField {...around}>
      {(control) => (
        <NativeSelect
          {...control}
          {...own}
          className={undefined}
          label={around.label}
          {...(onValue && { onChange: onValue })}
        />
      )}
    </PlainField>
  )
}
