import { useEffect, useRef, useState } from 'react'
import type { AlertDialogProps } from './alert-dialog.tsx'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

export default function Body(props: AlertDialogProps) {
  const { title, children, isOpen, confirmLabel, dismissLabel, onConfirm, onDismiss } = props
  const { isPending = false, error } = props

  // Ignores further presses until React has rendered the result of the first press, because
  // `isPending` changes too late for a double click. Also ignores presses while the dialog fades
  // out.
  const isIgnoring = useRef(false)
  useEffect(() => {
    isIgnoring.current = !isOpen
  })

  function confirm() {
    if (isIgnoring.current) return
    isIgnoring.current = true
    onConfirm()
  }

  return (
    <Modal
      role="alertdialog"
      title={title}
      isOpen={isOpen}
      // While the request is in flight, Escape must not close the dialog, because a closed dialog
      // would suggest that the request was cancelled.
      onClose={() => !isPending && onDismiss()}
    >
      {children && <div className="text-ink-soft">{children}</div>}
      <NewError error={error} />
      <div className="mt-1 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onPress={onDismiss} isDisabled={isPending}>
          {dismissLabel}
        </Button>
        <Button
          variant={props.danger ? 'danger' : 'primary'}
          onPress={confirm}
          isPending={isPending}
        >
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}

/**
 * Shows the error of a request that the user confirmed in the open dialog. Hides an error from
 * before the dialog was opened, until the next request clears it.
 */
function NewError({ error }: { error: string | undefined }) {
  const [oldError, setOldError] = useState(error)
  if (oldError && !error) setOldError(undefined)
  return error && !oldError && <Banner tone="error">{error}</Banner>
}
