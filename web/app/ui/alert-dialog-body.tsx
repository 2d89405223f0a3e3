import type { AlertDialogProps } from './alert-dialog.tsx'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

export default function Body(props: AlertDialogProps) {
  const { title, children, isOpen, confirmLabel, dismissLabel, onConfirm, onDismiss } = props
  return (
    <Modal role="alertdialog" title={title} isOpen={isOpen} onClose={onDismiss}>
      {children && <div className="text-ink-soft">{children}</div>}
      {props.error && <Banner tone="error">{props.error}</Banner>}
      <div className="mt-1 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onPress={onDismiss} isDisabled={props.isPending ?? false}>
          {dismissLabel}
        </Button>
        <Button
          variant={props.danger ? 'danger' : 'primary'}
          onPress={onConfirm}
          isPending={props.isPending ?? false}
        >
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}
