import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, Ellipsis, Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { messageKeys } from '#web/data/message-keys.ts'
import { type Conversation, setBlocked } from '#web/data/messages.ts'
import { messageOf } from '#web/lib/errors.ts'
import { lazy } from '#web/lib/lazy.ts'
import { AlertDialog, prepareAlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { iconButtonStyles } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { showToast } from '#web/ui/toast.tsx'

const ReportConversation = lazy(() => import('./report-conversation.tsx'))

export function ConversationActions(props: {
  conversation: Conversation
  userId: string
  name: string
}) {
  const { conversation, userId, name } = props
  const [dialog, setDialog] = useState<'report' | 'block'>()
  const block = useBlock(userId, () => setDialog(undefined))

  function askToBlock() {
    prepareAlertDialog()
    setDialog('block')
  }

  return (
    <>
      <Menu
        label={`More about the conversation with ${name}`}
        triggerClassName={iconButtonStyles}
        trigger={<Ellipsis aria-hidden className="size-5" />}
        navigate={() => {}}
        entries={[
          { id: 'report', label: 'Report', icon: Flag, onAction: () => setDialog('report') },
          ...(conversation.blocked_by_me
            ? []
            : [
                {
                  id: 'block',
                  label: `Block ${name}`,
                  icon: Ban,
                  onAction: askToBlock,
                },
              ]),
        ]}
      />
      <AlertDialog
        title={`Block ${name}?`}
        isOpen={dialog === 'block'}
        confirmLabel="Block"
        dismissLabel="Cancel"
        danger
        isPending={block.isPending}
        error={
          block.error
            ? messageOf(block.error, `${name} could not be blocked. Please try again.`)
            : undefined
        }
        onConfirm={() => block.mutate({ otherId: conversation.other_id, isBlocked: true })}
        onDismiss={() => setDialog(undefined)}
      >
        Until you unblock, you can’t write to each other or book each other’s spaces. Existing
        bookings are not affected.
      </AlertDialog>
      {dialog === 'report' && (
        <Suspense>
          <ReportConversation
            conversationId={conversation.id}
            name={name}
            onBlock={conversation.blocked_by_me ? undefined : askToBlock}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

export function Unblock(props: { otherId: string; userId: string; onDone: () => void }) {
  const { otherId, userId, onDone } = props
  const unblock = useBlock(userId, onDone)
  return (
    <Button
      size="small"
      variant="secondary"
      isPending={unblock.isPending}
      onPress={() => unblock.mutate({ otherId, isBlocked: false })}
    >
      Unblock
    </Button>
  )
}

function useBlock(userId: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: { otherId: string; isBlocked: boolean }) =>
      setBlocked(change.otherId, change.isBlocked),
    onSuccess: async (_data, { isBlocked }) => {
      await client.invalidateQueries({ queryKey: messageKeys.all(userId) })
      showToast({ title: isBlocked ? 'Blocked' : 'Unblocked', tone: 'success' })
      onDone()
    },
    onError: (error, { isBlocked }) => {
      // The dialog that blocks a user shows this error itself.
      if (isBlocked) return
      const title = messageOf(error, 'The user could not be unblocked. Please try again.')
      showToast({ title, tone: 'error' })
    },
  })
}
