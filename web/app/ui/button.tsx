import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { buttonStyles, type ButtonLook } from './button-styles.ts'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> &
  ButtonLook & {
    children: ReactNode
    onPress?: () => void
    isDisabled?: boolean
    /**
     * `isPending` is true while the action runs. The button then keeps its focus and ignores
     * presses.
     */
    isPending?: boolean
    pendingText?: string
  }

/** A native button. Inside a React Aria trigger, use React Aria's Button with `buttonStyles`. */
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
