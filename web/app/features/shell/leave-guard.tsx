import { useEffect, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { AlertDialog, prepareAlertDialog } from '#web/ui/alert-dialog.tsx'

/** Asks for confirmation before the user leaves the page while `isDirty()`. */
export function LeaveGuard(props: {
  /** Returns whether input would be lost. The function must be stable between renders. */
  isDirty: () => boolean
  title: string
  children: ReactNode
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

  // Loads the dialog's code as soon as there is input, because the network may fail later.
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
