import { useEffect, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { AlertDialog, prepareAlertDialog } from '#web/ui/alert-dialog.tsx'

/**
 * Keeps people from leaving by mistake while `isDirty()`: within the app a dialog asks, for a closed
 * tab the browser does.
 */
export function LeaveGuard(props: {
  /** Asked at the moment of leaving; keep it the same function. */
  isDirty: () => boolean
  title: string
  /** What becomes of what was done so far. */
  children: ReactNode
  /** Told when somebody leaves all the same. */
  onLeave?: () => void
}) {
  const { isDirty, title, children, onLeave } = props
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    return () => removeEventListener('beforeunload', onUnload)
  }, [isDirty])

  // Fetched when somebody begins to write: it must be there though the network may not.
  useEffect(() => {
    addEventListener('input', prepareAlertDialog, { once: true })
    return () => removeEventListener('input', prepareAlertDialog)
  }, [])

  return (
    <AlertDialog
      title={title}
      isOpen={blocker.state === 'blocked'}
      confirmLabel="Leave"
      dismissLabel="Keep editing"
      onConfirm={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
      onDismiss={() => blocker.reset?.()}
    >
      {children}
    </AlertDialog>
  )
}
