import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FailureBanner } from './account-form.tsx'
import { callAuth, continueAsGuest, type SignInMode } from './authenticate.ts'
import { captchaOptions } from './captcha.ts'
import { callbackAddress } from './return-address.ts'
import { authSettings, type AuthSettings } from './auth-settings.ts'

/** Buttons for the enabled identity providers, for SSO and for anonymous sign-in. */
export function OtherSignInMethods(props: {
  mode: SignInMode
  email: string
  /** Called when the user presses the SSO button without having entered an email address. */
  onAddressMissing: () => void
  onGuest: (() => void) | undefined
}) {
  const { mode, email, onAddressMissing, onGuest } = props
  const [ways, setWays] = useState<AuthSettings>()
  const [pending, setPending] = useState<string>()
  const [failure, setFailure] = useState<{ about: string; reason: unknown }>()
  // An error applies only to the form mode and email for which it occurred. Changing either hides
  // the error.
  const about = `${mode} ${email}`

  useEffect(() => {
    let isCurrent = true
    void authSettings().then((known) => isCurrent && setWays(known))
    return () => {
      isCurrent = false
    }
  }, [])

  async function go(name: string, leave: () => Promise<void>) {
    setFailure(undefined)
    setPending(name)
    try {
      await leave()
    } catch (reason) {
      setFailure({ about, reason })
      setPending(undefined)
      if (reason instanceof MissingEmail) onAddressMissing()
    }
  }

  const asGuest = ways?.hasGuests && onGuest
  if (!ways || (ways.providers.length === 0 && !ways.hasSso && !asGuest)) return null
  const button = (name: string, text: string, leave: () => Promise<void>) => (
    <Button
      key={name}
      variant="secondary"
      wide
      isPending={pending === name}
      isDisabled={pending !== undefined && pending !== name}
      onPress={() => void go(name, leave)}
    >
      {text}
    </Button>
  )

  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-sm text-ink-faint before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      {ways.providers.map(({ name, label }) =>
        button(name, `Continue with ${label}`, () => signInWith(name)),
      )}
      {ways.hasSso && button('sso', 'Continue with my company', () => signInWithCompany(email))}
      {asGuest &&
        button('guest', 'Continue without an account', async () => {
          await continueAsGuest()
          asGuest()
        })}
      <FailureBanner failure={failure?.about === about ? failure.reason : undefined} />
    </div>
  )
}

async function signInWith(provider: string): Promise<void> {
  await callAuth((auth) =>
    auth.signInWithOAuth({
      // Casts the provider's name, because auth-js's type does not list every identity provider.
      provider: provider as 'google',
      options: { redirectTo: callbackAddress() },
    }),
  )
}

class MissingEmail extends Error {
  override readonly name = 'MissingAddress'
}

async function signInWithCompany(email: string): Promise<void> {
  const domain = /@([^@\s]+)$/.exec(email.trim())?.[1]
  if (!domain) throw new MissingEmail('Enter your work email first.')
  await callAuth(async (auth) =>
    auth.signInWithSSO({
      domain: domain.toLowerCase(),
      options: { redirectTo: callbackAddress(), ...(await captchaOptions()) },
    }),
  )
}
