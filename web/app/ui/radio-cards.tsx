import { type ReactNode, useId } from 'react'

type RadioCardsProps<Id extends string> = {
  legend: ReactNode
  name: string
  options: readonly { id: Id; label: string }[]
  value: Id | undefined
  onValue: (id: Id) => void
  error: string | undefined
}

/** A choice of one option, as a column of bordered radio buttons. */
export function RadioCards<Id extends string>(props: RadioCardsProps<Id>) {
  const { legend, name, options, value, onValue, error } = props
  const errorId = useId()
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={errorId}>
      <legend className="mb-2">{legend}</legend>
      {options.map(({ id, label }) => (
        <label
          key={id}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line px-4 py-2 transition-colors duration-150 hover:border-control has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={id}
            checked={value === id}
            onChange={() => onValue(id)}
            className="size-4.5 shrink-0 accent-accent outline-none"
          />
          {label}
        </label>
      ))}
      <p id={errorId} role="alert" className="text-sm font-medium text-danger-ink empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}
