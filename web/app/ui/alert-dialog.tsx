import { Suspense, useState, type ReactNode } from 'react'
import { lazy } from '#web/lib/lazy.ts'

export type AlertDialogProps = {
  title: string
  children?: ReactNode
  isOpen: boolean
  confirmLabel: string
  dismissLabel: string
  onConfirm: () => void
  onDismiss: () => void
  isPending?: boolean
  error?: string | undefined
  danger?: boolean
}

const load = () => import('./alert-dialog-body.tsx')
const Body = lazy(load)

export const prepareAlertDialog = () => void load().catch(() => {})

/** Dialog in which the user confirms an irreversible action. Its code loads on first use. */
export function AlertDialog(props: AlertDialogProps) {
  const [hasOpened, setOpened] = useState(false)
  if (props.isOpen && !hasOpened) setOpened(true)
  if (!hasOpened) return null
  return (
    <Suspense>
      <Body {...props} />
    </Suspense>
  )
}
