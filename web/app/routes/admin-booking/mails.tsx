import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { company } from '@hourspace/domain/company.ts'
import { adminKeys } from '#web/data/admin-bookings.ts'
import { bookingMails, type Mail, resendMail } from '#web/data/mails.ts'
import { mailName, mailState } from '#web/features/administration/mail-texts.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'

export function Mails(props: { adminId: string; bookingId: string; timeZone: string }) {
  const { adminId, bookingId, timeZone } = props
  const list = useQuery(bookingMails(adminId, bookingId))
  return (
    <>
      <QueryError query={list} fallback="Failed to fetch the emails" />
      {list.isPending && <Skeleton className="h-32" />}
      {list.data?.length === 0 && (
        <p className="text-sm text-ink-soft">
          No emails in the last 30 days. Older ones are deleted.
        </p>
      )}
      {list.data && list.data.length > 0 && (
        <ul className="divide-y divide-line text-sm">
          {list.data.map((mail) => (
            <Row
              key={mail.id}
              mail={mail}
              timeZone={timeZone}
              queryKey={adminKeys.problems(adminId)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function Row(props: { mail: Mail; timeZone: string; queryKey: readonly unknown[] }) {
  const { mail, timeZone, queryKey } = props
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => resendMail(mail.id),
    onSuccess: () => {
      showToast({ title: `${mailName(mail.template)}: queued again`, tone: 'success' })
      return queryClient.invalidateQueries({ queryKey })
    },
  })
  const { tone, text, detail } = mailState(mail, timeZone)
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{mailName(mail.template)}</span>
          <Badge tone={tone}>{text}</Badge>
        </p>
        <p className="text-ink-soft wrap-anywhere">
          To {mail.recipient === 'company' ? company.name : mail.recipient} · {detail}
        </p>
        {mail.last_error && <p className="text-danger-ink wrap-anywhere">{mail.last_error}</p>}
        <AlertText>{error && messageOf(error, 'The email was not queued')}</AlertText>
      </div>
      {mail.can_resend && (
        <Button size="small" variant="secondary" isPending={isPending} onPress={() => mutate()}>
          Send again<span className="sr-only">: {mailName(mail.template)}</span>
        </Button>
      )}
    </li>
  )
}
