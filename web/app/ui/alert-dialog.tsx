import { lazy, Suspense, useState } from 'react'
import type { AlertDialogProps } from './alert-dialog-props.ts'

const load = () => import('./alert-dialog-body.tsx')
const Body = lazy(load)

/** Fetches the dialog's code before it is asked for. */
export const prepareAlertDialog = () => void load().catch(() => {})

/** Asks before something that cannot be undone. Its code is fetched when it first opens. */
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
