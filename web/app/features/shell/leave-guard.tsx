import { useEffect, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { AlertDialog, prepareAlertDialog } from '#web/ui/alert-dialog.tsx'

/** Asks for confirmation before the user leaves the page if `isDirty` returns true. */
export function LeaveGuard(props: {
  /** `isDirty` returns whether input would be lost. Must be the same function on every render. */
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

  // Loads the dialog's code at the first input, because the network may be down when the user
  // leaves.
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
