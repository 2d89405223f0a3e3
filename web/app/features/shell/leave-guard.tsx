import { useEffect, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { AlertDialog, prepareAlertDialog } from '#web/ui/alert-dialog.tsx'

/**
 * Asks before leaving while `isDirty()`: by a dialog inside the app, by the browser when the tab
 * closes.
 */
export function LeaveGuard(props: {
  /** Called at the moment of leaving; has to be stable between renders. */
  isDirty: () => boolean
  title: string
  /** Explains what would be lost. */
  children: ReactNode
  /** Called when the user leaves anyway. */
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

  // Loads the dialog with the first input, because the network may be gone later.
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
