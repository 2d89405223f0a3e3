import { useId, type ChangeEvent } from 'react'
import { cx } from './cx.ts'
import { PlainField, type TextProps } from './plain-field.tsx'

type CodeFieldProps = TextProps & {
  /** `length` is the number of digits. Entering the last digit submits the surrounding form. */
  length?: number
}

/** A single field for a one-time code, which supports pasting, screen readers and autofill. */
export function CodeField(props: CodeFieldProps) {
  const { label, name = 'code', value, onChange, length = 6, takesFocus, ...field } = props

  function take({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const digits = input.value.replaceAll(/\D/g, '').slice(0, length)
    onChange(digits)
    const isTakenAway =
      nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('delete')
    // Submits the form only after React has rendered the last digit into the field.
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
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- `takesFocus` is set only for the first field of a step.
          autoFocus={takesFocus}
          className={cx(control.className, 'text-center text-2xl tracking-[0.35em] tabular-nums')}
        />
      )}
    </PlainField>
  )
}
