import { Search, X } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'
import { cx } from './cx.ts'
import { frameStyles, inputStyles } from './field-styles.ts'

type SearchFieldProps = Omit<
  ComponentProps<'input'>,
  'onChange' | 'onSubmit' | 'aria-label' | 'ref'
> & {
  label: string
  inputRef?: RefObject<HTMLInputElement | null>
  onChange?: (text: string) => void
  /** `onSubmit` is called on Enter. Inside a form, use the submit event of the form instead. */
  onSubmit?: (text: string) => void
}

export function SearchField(props: SearchFieldProps) {
  const { label, inputRef, onChange, onSubmit, onKeyDown, className, ...rest } = props
  const ownRef = useRef<HTMLInputElement>(null)
  const input = inputRef ?? ownRef

  // Applies text typed before hydration, which React ignores and would remove.
  const applyTyped = useEffectEvent(() => {
    const typed = input.current?.value
    if (typed && rest.value === '') onChange?.(typed)
  })
  useLayoutEffect(() => applyTyped(), [])

  function clear() {
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
    onChange?.('')
  }

  return (
    <div data-frame className={cx(frameStyles, 'flex min-w-0 items-center', className)}>
      <Search aria-hidden className="ml-3.5 size-5 shrink-0 text-ink-faint" />
      <input
        placeholder=" "
        type="search"
        {...rest}
        ref={input}
        aria-label={label}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          if (event.key === 'Enter') onSubmit?.(event.currentTarget.value)
        }}
        className={cx(
          inputStyles,
          'peer pr-0! text-ellipsis [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      <button type="button" aria-label="Clear search" onClick={clear} className="search-clear">
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
