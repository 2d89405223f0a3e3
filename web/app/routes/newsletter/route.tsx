import { data, Form, useNavigation, useSearchParams } from 'react-router'
import type { Route } from './+types/route'
import { newsletter } from '#web/content/newsletter.ts'
import { callForVisitor } from '#web/data/visitor-functions.server.ts'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { Newsletter } from '#web/features/shell/newsletter.tsx'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

/** Status of the newsletter subscription after each action of an email link. */
const statusAfter = { confirm: 'confirmed', unsubscribe: 'unsubscribed' } as const

const steps = {
  confirm: {
    title: 'Confirm your subscription',
    text: 'Confirm to get our next newsletter.',
    button: 'Confirm subscription',
  },
  unsubscribe: {
    title: 'Unsubscribe from the newsletter',
    text: 'You won’t get any more newsletters. You can subscribe again at any time.',
    button: 'Unsubscribe',
  },
  confirmed: {
    title: 'You are subscribed',
    text: 'Welcome! Your first newsletter arrives within a month.',
  },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: 'You won’t get any more newsletters. Thank you for reading.',
  },
  gone: {
    title: 'This subscription no longer exists',
    text: 'If you still get newsletters, please use the unsubscribe link in the newest one.',
  },
} as const

type Status = 'pending' | 'confirmed' | 'unsubscribed' | 'gone'

/** Loads the newsletter subscription to which an email link belongs, if it still exists. */
export async function loader({ request, url }: Route.LoaderArgs): Promise<{ status?: Status }> {
  const token = url.searchParams.get('token')
  if (!token) return {}
  const answer = await callForVisitor<{ status: Status }>(request, 'confirm-newsletter', {
    token,
    action: 'status',
  })
  return 'result' in answer ? answer.result : {}
}

/** Handles the sign-up form, the button of an email link, and one-click unsubscribe (RFC 8058). */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const parameter = (name: string) => {
    const value = form.get(name) ?? new URL(request.url).searchParams.get(name)
    return typeof value === 'string' ? value : ''
  }
  const isSubscription = form.has('email')
  const fields = isSubscription ? ['email', 'website'] : ['token', 'action']
  const answer = await callForVisitor<{ status?: Status }>(
    request,
    isSubscription ? 'subscribe-newsletter' : 'confirm-newsletter',
    Object.fromEntries(fields.map((name) => [name, parameter(name)])),
  )
  if ('error' in answer) {
    const { error, status } = answer
    return data({ error, isExpired: status === 410 }, { status })
  }
  return { status: answer.result.status ?? ('pending' as const) }
}

export const meta = staticMeta({
  title: 'Newsletter',
  description: newsletter.lead,
  path: paths.newsletter(),
  noindex: true,
})

/**
 * Applies an email link only after the visitor presses a button, because email scanners also open
 * links.
 */
export default function NewsletterPage({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const isSending = useNavigation().formMethod === 'POST'
  const failure = actionData && 'error' in actionData ? actionData : undefined
  const token = search.get('token')
  const requested = search.get('action') === 'unsubscribe' ? 'unsubscribe' : 'confirm'
  const isUsed = loaderData.status === statusAfter[requested]
  const before = isUsed ? loaderData.status : undefined
  const after = actionData && 'status' in actionData ? actionData.status : undefined
  const status = actionData ? after : before

  if (status && status !== 'pending') {
    const { title, text } = steps[status]
    return (
      <MessagePage title={title} description={text}>
        <LinkButton to={paths.explore()}>Explore Spaces</LinkButton>
      </MessagePage>
    )
  }

  const error = failure && <Banner tone="error">{failure.error}.</Banner>
  // A visitor whose confirmation link has expired needs the sign-up form instead of the button.
  if (token && !(failure?.isExpired && requested === 'confirm')) {
    const { title, text, button } = steps[requested]
    return (
      <MessagePage title={title} description={text}>
        <Form
          method="post"
          action={paths.newsletter({ token, action: requested })}
          className="flex max-w-md flex-col items-start gap-5"
        >
          {error}
          <Button type="submit" size="large" isPending={isSending}>
            {button}
          </Button>
        </Form>
      </MessagePage>
    )
  }

  return (
    <MessagePage title={newsletter.title} description={newsletter.lead}>
      <div className="flex w-full max-w-md flex-col gap-5">
        {error}
        {status === 'pending' ? (
          <Banner tone="success">{newsletter.pending}</Banner>
        ) : (
          requested === 'confirm' && <Newsletter id="page" />
        )}
      </div>
    </MessagePage>
  )
}
