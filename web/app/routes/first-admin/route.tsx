import { useMutation } from '@tanstack/react-query'
import { company } from '@hourspace/domain/company.ts'
import { browserClient } from '#web/data/browser-client.ts'
import { environment } from '#web/data/environment.ts'
import { useChangeProfile } from '#web/features/account/session.tsx'
import { useUserOrSignIn } from '#web/features/account/sign-in.tsx'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { staticMeta } from '#web/lib/seo.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const meta = staticMeta({
  title: 'First admin',
  description: `Become the first admin of ${company.name}.`,
  path: paths.firstAdmin(),
  noindex: true,
})

const invalid =
  'This link is no longer valid. Restart the server to get a new one in its log, or use “hourspace admin grant”.'

/**
 * Makes the signed-in user the first admin. Requires the token of the link that the server logs at
 * startup if there is no admin.
 */
export default function FirstAdmin() {
  const user = useUserOrSignIn()
  const changeProfile = useChangeProfile()
  const claim = useMutation({
    mutationFn: async () => {
      const token = new URLSearchParams(location.hash.slice(1)).get('token')
      const client = await browserClient()
      const { data: isClaimed } = await client
        .rpc('claim_first_admin', { p_token: token ?? '' })
        .throwOnError()
      if (!isClaimed) throw new Error(invalid)
      changeProfile({ is_admin: true })
    },
  })

  if (claim.isSuccess) {
    const isRequired = environment().secondFactorRequired
    return (
      <MessagePage
        title="You are an admin now"
        description={
          isRequired
            ? 'The admin pages open once you have set up two-step verification.'
            : 'You find the admin pages in your account menu.'
        }
      >
        {isRequired ? (
          <LinkButton to={`${paths.security()}#factors`}>Set up two-step verification</LinkButton>
        ) : (
          <LinkButton to={paths.admin()}>Open the admin pages</LinkButton>
        )}
      </MessagePage>
    )
  }
  return (
    <MessagePage
      title="Become the first admin"
      description="Admins see every booking and payment, and can hide listings and ban users. Later admins are added by an admin."
    >
      {user ? (
        <div className="flex flex-col items-start gap-3">
          <p className="wrap-anywhere">You are signed in as {user.email}.</p>
          <Button onPress={() => claim.mutate()} isPending={claim.isPending}>
            Make this account an admin
          </Button>
          <AlertText>
            {claim.error && messageOf(claim.error, 'Failed to make you an admin')}
          </AlertText>
        </div>
      ) : (
        <Skeleton className="h-12 w-72 rounded-control" />
      )}
    </MessagePage>
  )
}
