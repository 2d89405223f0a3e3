import { data, Form, useNavigate, useNavigation, useSearchParams } from 'react-router'
import type { Route } from './+types/unsubscribe'
import { company } from '@hourspace/domain/company.ts'
import { serverClient } from '#web/data/backend.server.ts'
import { useSession } from '#web/features/account/session.tsx'
import { useSignIn } from '#web/features/account/sign-in.tsx'
import { notificationGroups } from '#web/features/notifications/groups.ts'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { isUuid } from '#web/lib/is-uuid.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

type LinkAction = 'status' | 'is-unsubscribed' | 'unsubscribe' | 'resubscribe'

/**
 * Performs an action of the unsubscribe link in an email. Returns false if the link is invalid.
 * `status` only checks the link. `is-unsubscribed` returns whether the emails are off.
 */
async function applyLink(request: Request, action: LinkAction): Promise<boolean> {
  const query = new URL(request.url).searchParams
  const [key, group] = [query.get('key') ?? '', query.get('group') ?? '']
  if (!isUuid(key)) return false
  const { data: isValid } = await serverClient()
    .rpc('use_unsubscribe_link', { p_key: key, p_group_name: group, p_action: action })
    .throwOnError()
  return isValid
}

export async function loader({ request }: Route.LoaderArgs) {
  const [isValid, isUnsubscribed] = await Promise.all([
    applyLink(request, 'status'),
    applyLink(request, 'is-unsubscribed'),
  ])
  return { isValid, isUnsubscribed }
}

/** Handles the buttons of the page, and the one-click unsubscribe of mail clients (RFC 8058). */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const asked = form.get('action') === 'resubscribe' ? 'resubscribe' : 'unsubscribe'
  const isValid = await applyLink(request, asked)
  return isValid ? { done: asked } : data({ done: null }, { status: 410 })
}

export const meta = staticMeta({
  title: 'Unsubscribe',
  description: `Choose which emails you get from ${company.name}.`,
  path: paths.unsubscribe(),
  noindex: true,
})

/** Unsubscribes only after the user presses a button, because email scanners also open links. */
export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const isSending = useNavigation().formMethod === 'POST'
  const group = notificationGroups.find(({ name }) => name === search.get('group'))
  if (!loaderData.isValid || !group || actionData?.done === null)
    return (
      <MessagePage
        title="This link doesn’t work"
        description="Part of the link may be missing, or the account was deleted. To choose which emails you get, sign in and open your profile."
      >
        <EmailChoicesLink>Open your profile</EmailChoicesLink>
      </MessagePage>
    )

  const topic = group.topic ?? group.label.toLowerCase()
  if (actionData ? actionData.done === 'unsubscribe' : loaderData.isUnsubscribed)
    return (
      <MessagePage
        title="You’re unsubscribed"
        description={`We no longer email you about ${topic}. You can change this at any time in your profile.`}
      >
        <Form method="post">
          <Button
            type="submit"
            variant="secondary"
            name="action"
            value="resubscribe"
            isPending={isSending}
          >
            Undo
          </Button>
        </Form>
        <EmailChoicesLink variant="quiet">Choose your emails</EmailChoicesLink>
      </MessagePage>
    )
  if (actionData?.done === 'resubscribe')
    return (
      <MessagePage
        title="You’re subscribed again"
        description={`We email you about ${topic} again.`}
      >
        <LinkButton to={paths.explore()}>Explore Spaces</LinkButton>
      </MessagePage>
    )
  return (
    <MessagePage
      title="Unsubscribe?"
      description={`You’ll no longer get emails about ${topic}. ${group.description}`}
    >
      <Form method="post">
        <Button type="submit" size="large" name="action" value="unsubscribe" isPending={isSending}>
          Unsubscribe
        </Button>
      </Form>
    </MessagePage>
  )
}

/** A link to the email settings in the profile. For visitors, it opens the sign-in dialog first. */
function EmailChoicesLink(props: { variant?: 'quiet'; children: string }) {
  const { status } = useSession()
  const signIn = useSignIn()
  const navigate = useNavigate()
  const to = `${paths.profile()}#notifications`
  return (
    <LinkButton
      {...props}
      to={to}
      onClick={(event) => {
        if (status !== 'signed-out') return
        event.preventDefault()
        signIn({
          message: 'Sign in to choose your emails.',
          onSignedIn: () => void navigate(to),
        })
      }}
    />
  )
}
