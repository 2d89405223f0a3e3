import { conversationReasons, reportConversation } from '#web/data/conversation-reports.ts'
import { ReportDialog } from '#web/features/sharing/report-dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'

export default function ReportConversation(props: {
  conversationId: string
  name: string
  onClose: () => void
}) {
  const { conversationId, name, onClose } = props
  return (
    <ReportDialog
      title="Report this conversation"
      introduction={
        <p className="text-ink-soft">
          Our team can then read this conversation. {name} doesn’t learn who reported it.
        </p>
      }
      question="What is wrong?"
      reasons={conversationReasons}
      send={(reason, details) => reportConversation({ conversationId, reason, details })}
      onSent={() => {
        showToast({
          title: 'Report sent',
          description: 'We read the conversation, usually within one business day.',
          tone: 'success',
        })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
