import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { browserClient } from '#web/data/browser-client.ts'
import { reportReasons, reportSpace } from '#web/data/reports.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { ReportDialog } from './report-dialog.tsx'

type ReportSpaceDialogProps = { spaceId: string; title: string; onClose: () => void }

export default function ReportSpaceDialog({ spaceId, title, onClose }: ReportSpaceDialogProps) {
  const [isSent, setSent] = useState(false)
  if (isSent) {
    return (
      <Modal title="Thank you for the report" isOpen onClose={onClose}>
        <p className="flex items-start gap-3 text-ink-soft">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />A person reads
          it, usually within one business day. The host doesn’t learn who reported.
        </p>
        <Button wide onPress={onClose}>
          Done
        </Button>
      </Modal>
    )
  }
  return (
    <ReportDialog
      title="Report this space"
      question={`What is wrong with ${title}?`}
      reasons={reportReasons}
      detailsHint="What happened, and when?"
      send={async (reason, details) =>
        reportSpace(await browserClient(), { space_id: spaceId, reason, details })
      }
      onSent={() => setSent(true)}
      onClose={onClose}
    />
  )
}
