import { useNavigation } from 'react-router'
import { cx } from '#web/ui/cx.ts'

/** A line along the top while the next page loads; it waits a moment, most pages need none. */
export function NavigationProgress() {
  const isLoading = useNavigation().state !== 'idle'
  return (
    <div
      aria-hidden
      className={cx(
        'fixed inset-x-0 top-0 z-60 h-0.75 origin-left bg-accent transition-transform ease-settle',
        isLoading ? 'scale-x-90 delay-150 duration-[4s]' : 'scale-x-0 duration-0',
      )}
    />
  )
}
