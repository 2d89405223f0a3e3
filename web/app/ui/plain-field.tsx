import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { frameStyles } from './field-styles.ts'

/** What the control within has to carry. */
type Control = {
  id: string
  name: string
  required: true | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  className: string
}

type PlainFieldProps = {
  /** The field's name: shown above it and read out. */
  label: string
  /** Of the control; its id is made from it unless given, so it is there once a page. */
  name: string
  id?: string
  description?: ReactNode
  /** What to put right, below the control. */
  error?: string | undefined
  isOptional?: boolean
  className?: string
  children: (control: Control) => ReactNode
}

/** Label, hint and refusal around one of the browser's own controls: no code to load. */
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
