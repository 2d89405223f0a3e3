import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageKeys } from '#web/data/message-keys.ts'
import { type Conversation, setNoReplyUntil } from '#web/data/messages.ts'
import { agoText } from '#web/lib/ago-text.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { useFocusWhenRendered } from '#web/lib/use-focus-when-rendered.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { Block } from './block.tsx'

/**
 * Returns the conversations that wait for an answer from the host and are neither closed nor
 * blocked.
 */
export const questionsIn = (conversations: readonly Conversation[]) =>
  conversations.filter(
    ({ needs_reply, is_closed, blocked_by_me }) => needs_reply && !is_closed && !blocked_by_me,
  )

export function Questions(props: {
  questions: readonly Conversation[]
  userId: string | undefined
  now: Date
}) {
  const { questions, userId, now } = props
  const focus = useFocusWhenRendered()
  const queryClient = useQueryClient()
  const setUntil = useMutation({
    mutationFn: ({ id, until }: { id: string; until: string | null }) => setNoReplyUntil(id, until),
    onSuccess: async (_data, { id, until }) => {
      if (until)
        showToast({
          title: 'Marked as needing no reply',
          tone: 'success',
          action: { label: 'Undo', onPress: () => setUntil.mutate({ id, until: null }) },
        })
      const next = questions.find((other) => other.id !== id)
      await queryClient.invalidateQueries({ queryKey: messageKeys.all(userId) })
      if (until) focus(next ? buttonId(next.id) : 'main')
    },
    onError: (error) =>
      showToast({
        title: messageOf(error, 'The message could not be marked. Please try again.'),
        tone: 'error',
      }),
  })
  if (questions.length === 0) return null
  return (
    <Block title="Messages to answer" count={questions.length}>
      <ul className="-my-1 divide-y divide-line">
        {questions.map(
          ({ id, other_name, other_avatar_url, space, last_body, last_message_at }) => {
            const guest = other_name ?? 'A guest'
            return (
              <li key={id} className="flex flex-wrap gap-x-4 gap-y-3 py-3 sm:items-center">
                <Avatar name={guest} src={other_avatar_url} side={40} className="size-10" />
                <div className="min-w-0 grow basis-56">
                  <p className="font-semibold wrap-anywhere">{guest}</p>
                  <p className="line-clamp-2 wrap-anywhere">{last_body}</p>
                  <p className="text-sm text-ink-soft">
                    {space?.title ?? 'A deleted space'}
                    {last_message_at && (
                      <>
                        &nbsp;·{' '}
                        <span className="inline-block">
                          {agoText(new Date(last_message_at), now)}
                        </span>
                      </>
                    )}
                  </p>
                </div>
                <div className="flex flex-wrap gap-2 min-[22.5rem]:max-sm:ml-11">
                  <Button
                    id={buttonId(id)}
                    size="small"
                    variant="quiet"
                    isPending={setUntil.isPending && setUntil.variables.id === id}
                    onPress={() => setUntil.mutate({ id, until: last_message_at })}
                  >
                    No reply needed<span className="sr-only">: {guest}</span>
                  </Button>
                  <LinkButton to={paths.conversation(id)} size="small" variant="secondary">
                    Answer<span className="sr-only"> {guest}</span>
                  </LinkButton>
                </div>
              </li>
            )
          },
        )}
      </ul>
    </Block>
  )
}

const buttonId = (conversationId: string) => `no-reply-${conversationId}`
