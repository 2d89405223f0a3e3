import { company } from '@hourspace/domain/company.ts'
import type { Route } from './+types/item'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  answerItem,
  closeItem,
  inboxItem,
  inboxKeys,
  type OpenItem,
} from '#web/data/admin-inbox.ts'
import { signedUrls } from '#web/data/files.ts'
import { useRequiredAdmin } from '#web/features/account/required-admin.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { formatUtc } from '#web/lib/times.ts'
import { useDraft } from '#web/lib/use-draft.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PlainTextArea } from '#web/ui/plain-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { stateNames, topicOf } from './item-texts.ts'

const longestAnswer = 5000

export default function InboxItemPage({ params }: Route.ComponentProps) {
  const admin = useRequiredAdmin()
  const [query] = useSearchParams()
  const found = useQuery(inboxItem(admin?.id, params.id))
  const state = query.get('state')
  return (
    <div className="flex flex-col gap-4">
      <TextLink
        to={paths.adminInbox(state ? { state } : {})}
        className="inline-flex min-h-6 items-center gap-1.5 self-start text-sm lg:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        All messages
      </TextLink>
      {!found.data && <QueryError query={found} fallback="Failed to fetch the message" />}
      {found.data === undefined && !found.error && <Skeleton className="h-96 rounded-card" />}
      {found.data === null && (
        <EmptyState title="Message not found">
          Messages are deleted with the account of their sender.
        </EmptyState>
      )}
      {found.data && admin && <Item key={found.data.id} item={found.data} adminId={admin.id} />}
    </div>
  )
}

function Item({ item, adminId }: { item: OpenItem; adminId: string }) {
  const { application, answers } = item
  const { tone, text } = stateNames[item.state]
  const booking = bookingPattern.exec(item.body)?.[0].toLowerCase()
  return (
    <Card className="flex flex-col gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-2xl wrap-anywhere">{topicOf(item)}</h2>
          <p className="text-sm text-ink-soft wrap-anywhere">
            {item.name} ·{' '}
            <a className="text-link" href={`mailto:${item.email}`}>
              {item.email}
            </a>
            {application?.phone && ` · ${application.phone}`}
          </p>
          <time dateTime={item.created_at} className="text-sm text-ink-soft">
            {formatUtc(item.created_at)}
          </time>
        </div>
        <Badge tone={tone} dot>
          {text}
        </Badge>
      </header>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{item.body}</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
        {application && <Resume path={application.resume_path} name={application.resume_name} />}
        {booking && <TextLink to={paths.adminBooking(booking)}>Open the booking it names</TextLink>}
        {item.kind === 'message' && (
          <TextLink to={paths.adminBookings({ q: item.email })}>Bookings of this sender</TextLink>
        )}
      </div>
      {answers.length > 0 && (
        <ol aria-label="Answers" className="flex flex-col gap-3">
          {answers.map((answer) => (
            <li key={answer.id} className="rounded-control bg-sunken p-4">
              <p className="text-sm text-ink-soft">
                <span className="font-semibold text-ink">
                  {answer.admin?.full_name ?? company.name}
                </span>{' '}
                answered <time dateTime={answer.created_at}>{formatUtc(answer.created_at)}</time>
              </p>
              <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{answer.body}</p>
            </li>
          ))}
        </ol>
      )}
      <Reply item={item} adminId={adminId} />
    </Card>
  )
}

const bookingPattern = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

function Resume({ path, name }: { path: string; name: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const url = (await signedUrls('applications', [path]))[path]
      const response = url && (await fetch(url))
      if (!response || !response.ok) throw new Error('The résumé could not be downloaded')
      saveFile(await response.blob(), name)
    },
  })
  return (
    <>
      <Button size="small" variant="secondary" isPending={isPending} onPress={() => mutate()}>
        <Download aria-hidden className="size-4" />
        Download résumé
      </Button>
      <AlertText>{error && messageOf(error, 'The résumé could not be downloaded')}</AlertText>
    </>
  )
}

function Reply({ item, adminId }: { item: OpenItem; adminId: string }) {
  const queryClient = useQueryClient()
  const draftKey = `hourspace-answer-draft:${adminId}:${item.id}`
  const { draft: body, write: setBody, clear } = useDraft(draftKey, '')
  const [isChecked, setChecked] = useState(false)
  const isClosed = item.state === 'closed'
  const refresh = () => queryClient.invalidateQueries({ queryKey: inboxKeys.all(adminId) })
  const answer = useMutation({
    mutationFn: () => answerItem(item.id, body.trim()),
    onSuccess: () => {
      setBody('')
      clear()
      setChecked(false)
      showToast({ title: `Answer to ${item.name} is on its way`, tone: 'success' })
      return refresh()
    },
  })
  const close = useMutation({
    mutationFn: () => closeItem(item.id, !isClosed),
    onSuccess: () => {
      showToast({ title: isClosed ? 'Opened again' : 'Closed', tone: 'success' })
      return refresh()
    },
  })
  const error = answer.error ?? close.error

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (body.trim() && !answer.isPending) answer.mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 border-t border-line pt-5">
      {!isClosed && (
        <PlainTextArea
          label={item.answers.length > 0 ? 'Answer again' : 'Answer'}
          name="answer"
          description={`Sent to ${item.email}, with the message below it. “Hello ${item.name},” is added.`}
          error={isChecked && !body.trim() ? 'Please write an answer' : undefined}
          value={body}
          onValue={setBody}
          maxLength={longestAnswer}
          rows={6}
        />
      )}
      <AlertText>{error && messageOf(error, 'The message was not changed')}</AlertText>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" isPending={close.isPending} onPress={() => close.mutate()}>
          {isClosed
            ? 'Open again'
            : item.state === 'answered'
              ? 'Close'
              : 'Close without an answer'}
        </Button>
        {!isClosed && (
          <Button type="submit" isPending={answer.isPending} pendingText="Sending...">
            Send answer
          </Button>
        )}
      </div>
    </form>
  )
}
