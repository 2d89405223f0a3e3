import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { frameStyles } from './field-styles.ts'

type Control = {
  id: string
  name: string
  required: true | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  className: string
}

type PlainFieldProps = {
  label: string
  /** Without `id`, the name is also the element's id, so it must be unique on the page. */
  name: string
  id?: string
  description?: ReactNode
  error?: string | undefined
  isOptional?: boolean
  className?: string
  children: (control: Control) => ReactNode
}

/** Label, hint and validation error around a native control. Loads no React Aria. */
export function PlainField(props: PlainFieldProps) {
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
