import { useId, type ChangeEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { PlainField } from './plain-field.tsx'

type CodeFieldProps = {
  label: string
  name?: string
  /** Digits only, whatever was typed or pasted. */
  value: string
  onChange: (digits: string) => void
  /** How many digits; with the last of them the form is sent. */
  length?: number
  description?: ReactNode
  error?: string | undefined
  takesFocus?: boolean
}

/**
 * A one-time code: one field, so that it can be pasted ('123 456' as well), read out and filled in
 * by the phone. Its form is sent as soon as the code is whole.
 */
export function CodeField(props: CodeFieldProps) {
  const { label, name = 'code', value, onChange, length = 6, takesFocus, ...field } = props

  function take({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const digits = input.value.replaceAll(/\D/g, '').slice(0, length)
    onChange(digits)
    const isTakenAway =
      nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('delete')
    // Once the form knows of the last digit.
    if (digits.length === length && digits !== value && !isTakenAway)
      setTimeout(() => input.form?.requestSubmit())
  }

  return (
    <PlainField label={label} name={name} id={useId()} {...field}>
      {(control) => (
        <input
          {...control}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          value={value}
          onChange={take}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- Only where a step begins with it.
          autoFocus={takesFocus}
          className={cx(control.className, 'text-center text-2xl tracking-[0.35em] tabular-nums')}
        />
      )}
    </PlainField>
  )
}
