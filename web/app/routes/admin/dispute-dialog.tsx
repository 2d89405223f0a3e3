import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Evidence,
  evidenceFields,
  prepareDisputeAnswer,
  sendDisputeAnswer,
} from '#web/data/disputes.ts'
import { useSession } from '#web/features/account/session.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { formatMoment } from '#web/lib/times.ts'
import { useDraft } from '#web/lib/use-draft.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PlainInput, PlainTextArea } from '#web/ui/plain-field.tsx'
import { RetryBanner } from '#web/ui/retry-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

function attachedText({ hasReceipt, messages }: { hasReceipt: boolean; messages: number }): string {
  const texts = messages > 0 ? `${messages} ${messages === 1 ? 'message' : 'messages'}` : ''
  if (!hasReceipt) return texts && `Attached: ${texts} of guest and host.`
  return texts ? `Attached: the receipt and ${texts} of guest and host.` : 'Attached: the receipt.'
}

const longTexts: Partial<Record<keyof Evidence, number>> = {
  product_description: 3,
  cancellation_policy_disclosure: 3,
  access_activity_log: 7,
  uncategorized_text: 5,
}

/** Texts of the dialog. An inquiry that was answered needs another answer if it becomes a dispute. */
export const disputeTexts = {
  dispute: {
    title: 'Answer the dispute',
    rule: 'You can answer once',
    confirmation: 'You can send only one answer, and you can’t change it afterwards.',
  },
  inquiry: {
    title: 'Answer the inquiry',
    rule: 'If the bank turns it into a dispute, you must answer again',
    confirmation:
      'You can’t change the answer afterwards. If the bank turns the inquiry into a dispute, you must answer again.',
  },
} as const

export default function DisputeDialog(props: {
  disputeId: string
  isInquiry: boolean
  onClose: () => void
  onSent: () => void
}) {
  const { disputeId, isInquiry, onClose, onSent } = props
  const texts = disputeTexts[isInquiry ? 'inquiry' : 'dispute']
  const { user } = useSession()
  // Keeps the edited fields while the dialog is closed, so that the admin can look up facts.
  const {
    draft: edited,
    write: setEdited,
    clear,
  } = useDraft<Partial<Evidence>>(`hourspace-dispute-draft:${user?.id}:${disputeId}`, {})
  const [isConfirming, setConfirming] = useState(false)
  const draft = useQuery({
    queryKey: ['dispute answer', disputeId],
    queryFn: () => prepareDisputeAnswer(disputeId),
    refetchOnWindowFocus: false,
  })
  const send = useMutation({
    mutationFn: (evidence: Evidence) => sendDisputeAnswer(disputeId, evidence),
    onSuccess: () => {
      clear()
      onSent()
    },
  })
  const failure = send.error ? messageOf(send.error, 'The answer was not sent') : undefined

  return (
    <Modal title={texts.title} isOpen onClose={onClose} size="large">
      {draft.error && (
        <RetryBanner
          message={messageOf(draft.error, 'The booking could not be loaded')}
          onRetry={() => void draft.refetch()}
        />
      )}
      {!draft.data && !draft.error && <Skeleton className="h-96 rounded-control" />}
      {draft.data && (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            send.reset()
            setConfirming(true)
          }}
        >
          <Banner tone="info" title={texts.rule}>
            <p>
              {draft.data.dueBy &&
                `The bank accepts the answer until ${formatMoment(new Date(draft.data.dueBy), 'UTC')} UTC. `}
              {attachedText(draft.data)}
            </p>
          </Banner>
          {(Object.keys(evidenceFields) as (keyof Evidence)[]).map((name) => {
            const field = {
              label: evidenceFields[name],
              name: `evidence-${name}`,
              isOptional: true,
              value: edited[name] ?? draft.data.evidence[name],
              onValue: (value: string) => setEdited({ ...edited, [name]: value }),
            }
            const rows = longTexts[name]
            return rows ? (
              <PlainTextArea key={name} {...field} rows={rows} />
            ) : (
              <PlainInput key={name} {...field} autoComplete="off" />
            )
          })}
          <AlertText>{!isConfirming && failure}</AlertText>
          <Button type="submit" wide>
            Send answer
          </Button>
        </form>
      )}
      <AlertDialog
        title="Send the answer to the bank?"
        isOpen={isConfirming}
        confirmLabel="Send to the bank"
        dismissLabel="Keep editing"
        isPending={send.isPending}
        error={failure}
        onConfirm={() => draft.data && send.mutate({ ...draft.data.evidence, ...edited })}
        onDismiss={() => setConfirming(false)}
      >
        {texts.confirmation}
      </AlertDialog>
    </Modal>
  )
}
