import { Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { Menu } from '#web/ui/menu.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { showToast, type Toast } from '#web/ui/toast.tsx'
import { Row, Sample } from './sample.tsx'

const dialogs = [
  ['modal', 'Modal'],
  ['large', 'Large modal'],
  ['alert', 'Alert dialog'],
  ['refused', 'Alert dialog, refused'],
] as const

const toasts: Record<string, Toast> = {
  Toast: { tone: 'success', title: 'Saved', description: 'Guests see it now.' },
  'Neutral toast': { title: 'Changes are being followed' },
  'Error toast': { tone: 'error', title: 'The connection was lost' },
}

export function Overlays() {
  const [open, setOpen] = useState<(typeof dialogs)[number][0]>()
  const [isRefused, setRefused] = useState(false)
  const navigate = useNavigate()
  const close = () => setOpen(undefined)
  return (
    <Sample title="Overlays">
      <Row>
        {dialogs.map(([id, label]) => (
          <Button key={id} variant="secondary" onPress={() => setOpen(id)}>
            {label}
          </Button>
        ))}
        <Menu
          label="Menu of actions"
          trigger="Menu"
          navigate={(href) => void navigate(href)}
          triggerClassName={buttonStyles({ variant: 'secondary' })}
          entries={[
            { id: 'copy', label: 'Duplicate', icon: Copy, onAction: () => {} },
            { id: 'delete', label: 'Delete', icon: Trash2, separated: true, onAction: () => {} },
          ]}
        />
        {Object.entries(toasts).map(([label, toast]) => (
          <Button key={label} variant="secondary" onPress={() => showToast(toast)}>
            {label}
          </Button>
        ))}
      </Row>
      <Modal title="A dialog" isOpen={open === 'modal'} onClose={close}>
        <p>Text within a dialog.</p>
        <Button onPress={close}>Done</Button>
      </Modal>
      <Modal title="A large dialog" size="large" isOpen={open === 'large'} onClose={close}>
        <p>With room for pictures.</p>
      </Modal>
      <AlertDialog
        title="Remove this listing?"
        isOpen={open === 'refused'}
        confirmLabel="Remove"
        dismissLabel="Keep it"
        onConfirm={() => setRefused(true)}
        onDismiss={() => {
          close()
          setRefused(false)
        }}
        error={isRefused ? 'This space has bookings and is kept for their sake' : undefined}
      />
      <AlertDialog
        title="Cancel this booking?"
        isOpen={open === 'alert'}
        confirmLabel="Cancel Booking"
        dismissLabel="Keep it"
        onConfirm={close}
        onDismiss={close}
        danger
      >
        Are you sure you want to cancel this booking?
      </AlertDialog>
    </Sample>
  )
}
