import { conversationReasons, reportConversation } from '#web/data/conversation-reports.ts'
import { ReportDialog } from '#web/features/sharing/report-dialog.tsx'
import { Button } from '#web/ui/button.tsx'

export default function ReportConversation(props: {
  conversationId: string
  name: string
  /** `onBlock` is missing if the viewer has blocked the other user already. */
  onBlock: (() => void) | undefined
  onClose: () => void
}) {
  const { conversationId, name, onBlock, onClose } = props
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
      thanks="We read the conversation, usually within one business day."
      nextSteps={
        onBlock && (
          <Button wide variant="secondary" onPress={onBlock}>
            Block {name}
          </Button>
        )
      }
      onClose={onClose}
    />
  )
}
