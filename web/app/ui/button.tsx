import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { buttonStyles, type ButtonLook } from './button-styles.ts'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> &
  ButtonLook & {
    children: ReactNode
    onPress?: () => void
    isDisabled?: boolean
    /** Under way: it keeps its place and the focus, and ignores presses. */
    isPending?: boolean
    /** Said instead of the children while `isPending`, as 'Processing...'. */
    pendingText?: string
  }

/**
 * Does something here. The browser's own button: every page has one, and it needs no code.
 * Within a React Aria trigger or slot take React Aria's, dressed in `buttonStyles`.
 */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    wide,
    children,
    onPress,
    isDisabled,
    isPending,
    pendingText,
    className,
    ...rest
  } = props

  function press(event: MouseEvent) {
    if (isPending) event.preventDefault()
    else onPress?.()
  }

  return (
    <button
      type="button"
      {...rest}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      onClick={press}
      className={cx(buttonStyles({ variant, size, wide }), className)}
    >
      {isPending ? (
        <>
          <Spinner />
          {pendingText ?? children}
        </>
      ) : (
        children
      )}
    </button>
  )
}
