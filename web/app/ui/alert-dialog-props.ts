import type { ReactNode } from 'react'

export type AlertDialogProps = {
  title: string
  children?: ReactNode
  isOpen: boolean
  /** What confirming does, as a verb: 'Cancel Booking'. */
  confirmLabel: string
  dismissLabel: string
  onConfirm: () => void
  onDismiss: () => void
  /** The confirmed action is under way. */
  isPending?: boolean
  error?: string | undefined
  danger?: boolean
}
