import { X } from 'lucide-react'
import { Dialog, Heading, Modal as AriaModal, ModalOverlay } from 'react-aria-components'
import { type ReactNode, useEffect, useState } from 'react'
import { useCloseRequests } from '#web/lib/close-requests.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'

type ModalProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  size?: 'small' | 'medium' | 'large'
  /**
   * `alertdialog` requires a decision. The dialog then has no close button and ignores presses
   * outside.
   */
  role?: 'dialog' | 'alertdialog'
}

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' }

const overlayStyles =
  'fixed inset-0 z-50 h-(--visual-viewport-height) bg-scrim transition-opacity duration-200 data-entering:opacity-0 data-exiting:opacity-0'

/** A modal dialog. It is a bottom sheet on phones and a centered card on wider screens. */
export function Modal({
  title,
  isOpen,
  onClose,
  children,
  size = 'small',
  role = 'dialog',
}: ModalProps) {
  const isAlert = role === 'alertdialog'
  useCloseRequests(isOpen, onClose)
  return (
    <ModalOverlay
      isOpen={isOpen}
      isDismissable={!isAlert}
      onOpenChange={(open) => !open && onClose()}
      className={cx(overlayStyles, 'flex items-end justify-center sm:items-center sm:p-6')}
    >
      <AriaModal
        className={cx(
          'max-h-[92%] w-full overflow-auto rounded-t-sheet bg-raised shadow-floating sm:rounded-sheet',
          'transition duration-250 ease-settle data-entering:translate-y-6 data-entering:opacity-0 data-exiting:translate-y-6 data-exiting:opacity-0',
          widths[size],
        )}
      >
        <FocusReturn />
        <Dialog role={role} className="flex flex-col gap-5 p-6 outline-none sm:p-8">
          <div className="flex items-start justify-between gap-4">
            <Heading slot="title" className="text-2xl">
              {title}
            </Heading>
            {!isAlert && (
              <IconButton icon={X} label="Close" onPress={onClose} className="-mt-2 -mr-3" />
            )}
          </div>
          {children}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}

/** The last row of a dialog: a button that closes the dialog, and the action buttons `children`. */
export function DialogButtons(props: {
  cancel?: string
  onCancel: () => void
  children: ReactNode
}) {
  const { cancel = 'Cancel', onCancel, children } = props
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button variant="secondary" onPress={onCancel}>
        {cancel}
      </Button>
      {children}
    </div>
  )
}

/**
 * Returns the focus to the element that had it before the dialog. React Aria does this in the next
 * frame, which fails if React has not yet run the effect that makes the page behind the dialog
 * focusable again.
 */
export function FocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () =>
      // A microtask runs after the effect that makes the page focusable again.
      queueMicrotask(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement)
          opener.focus()
      }),
    [opener],
  )
  return null
}
