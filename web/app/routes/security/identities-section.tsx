import type { UserIdentity } from '@supabase/auth-js'
import { useMutation } from '@tanstack/react-query'
import { Link2, Mail } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '#web/features/account/failure-texts.ts'
import { callbackAddress } from '#web/features/account/return-address.ts'
import { type Provider, providerLabel } from '#web/features/account/auth-settings.ts'
import { messageOf } from '#web/lib/errors.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { callAuth } from './change-account.ts'
import { type OwnAccount, unlinkText } from './own-account.ts'
import { focusSection, Section } from './section.tsx'

export function IdentitiesSection(props: {
  account: OwnAccount
  providers: readonly Provider[]
  onChanged: () => void
}) {
  const { account, providers, onChanged } = props
  const { identities } = account
  const [leaving, setLeaving] = useState<UserIdentity>()
  const labelOf = (identity: UserIdentity) => identityLabel(identity, providers)
  const linked = new Set(identities.map(({ provider }) => provider))

  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (target: string | UserIdentity) => {
      if (typeof target === 'string') return linkAccount(target)
      await callAuth((auth) => auth.unlinkIdentity(target))
      setLeaving(undefined)
      showToast({ title: `${labelOf(target)} was unlinked`, tone: 'success' })
      focusSection('identities')
      onChanged()
    },
  })
  const fallback =
    typeof variables === 'string' ? 'Failed to link the account' : 'Failed to unlink the account'
  const failure = error ? (failureText(error) ?? messageOf(error, fallback)) : undefined

  return (
    <Section
      id="identities"
      title="Linked accounts"
      lead="You can sign in with any of these. Keep at least one."
    >
      <ul className="divide-y divide-line border-y border-line">
        {identities.map((identity) => {
          const Icon = identity.provider === 'email' ? Mail : Link2
          const email = identity.identity_data?.['email'] as unknown
          return (
            <li
              key={identity.identity_id}
              className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4"
            >
              <Icon aria-hidden className="size-6 shrink-0 text-ink-soft" />
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-semibold">{labelOf(identity)}</p>
                {typeof email === 'string' && (
                  <p className="text-sm wrap-anywhere text-ink-soft">{email}</p>
                )}
              </div>
              {/* The backend refuses to unlink the identity of an SSO provider. */}
              {identities.length > 1 && !identity.provider.startsWith('sso:') && (
                <Button variant="secondary" size="small" onPress={() => setLeaving(identity)}>
                  Unlink<span className="sr-only"> {labelOf(identity)}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {failure && !leaving && <Banner tone="error">{failure}</Banner>}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {providers
          .filter(({ name }) => !linked.has(name))
          .map(({ name, label }) => (
            <Button
              key={name}
              variant="secondary"
              isPending={isPending && variables === name}
              onPress={() => mutate(name)}
            >
              Link {label}
            </Button>
          ))}
      </div>
      <AlertDialog
        title={`Unlink ${leaving ? labelOf(leaving) : ''}?`}
        isOpen={leaving !== undefined}
        confirmLabel="Unlink"
        dismissLabel="Keep it"
        danger
        isPending={isPending && variables === leaving}
        error={failure}
        onConfirm={() => leaving && mutate(leaving)}
        onDismiss={() => setLeaving(undefined)}
      >
        {leaving &&
          unlinkText(
            account,
            leaving,
            providers.some(({ name }) => name === leaving.provider),
          )}
      </AlertDialog>
    </Section>
  )
}

function identityLabel({ provider }: UserIdentity, providers: readonly Provider[]): string {
  if (provider === 'email') return 'Email'
  if (provider === 'phone') return 'Phone'
  if (provider.startsWith('sso:')) return 'Your company'
  return providers.find(({ name }) => name === provider)?.label ?? providerLabel(provider)
}

/** Starts to link an identity. The identity provider redirects back to this page. */
async function linkAccount(provider: string): Promise<void> {
  const options = { redirectTo: callbackAddress() }
  await callAuth((auth) => auth.linkIdentity({ provider: provider as 'google', options }))
}
