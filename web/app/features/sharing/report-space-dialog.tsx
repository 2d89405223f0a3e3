import { browserClient } from '#web/data/browser-client.ts'
import { reportReasons, reportSpace } from '#web/data/reports.ts'
import { ReportDialog } from './report-dialog.tsx'

type ReportSpaceDialogProps = { spaceId: string; title: string; onClose: () => void }

export default function ReportSpaceDialog({ spaceId, title, onClose }: ReportSpaceDialogProps) {
  return (
    <ReportDialog
      title="Report this space"
      question={`What is wrong with ${title}?`}
      reasons={reportReasons}
      detailsHint="What happened, and when?"
      send={async (reason, details) =>
        reportSpace(await browserClient(), { space_id: spaceId, reason, details })
      }
      thanks="A person reads it, usually within one business day. The host doesn’t learn who reported."
      onClose={onClose}
    />
  )
}
