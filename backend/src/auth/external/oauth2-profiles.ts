import { createHmac } from 'node:crypto'
import { createProfile, textOf, type ExternalProfile } from './profile.ts'

/** How a plain OAuth 2 provider is asked who somebody is. */
export type Asking = {
  /** JSON from an address of the provider, with the person's access token. */
  ask(url: string): Promise<unknown>
  endpoints: { userInfo: string; emails?: string | undefined }
  accessToken: string
  clientSecret: string
  /** Whether the provider is known to verify addresses though it does not say so. */
  trustsEmail: boolean
}

export type ProfileReader = (asking: Asking) => Promise<ExternalProfile | undefined>

type Answer = Record<string, unknown>

/** GitHub numbers people; which of their addresses are verified it says only when asked for all of them. */
export const readGitHub: ProfileReader = async ({ ask, endpoints }) => {
  const user = (await ask(endpoints.userInfo)) as Answer
  const listed = endpoints.emails ? await ask(endpoints.emails) : []
  const emails = (Array.isArray(listed) ? listed : []) as Answer[]
  const primary = emails.find(({ primary }) => primary === true)
  return createProfile({
    subject: typeof user['id'] === 'number' ? user['id'] : undefined,
    issuer: new URL(endpoints.userInfo).origin,
    email: textOf(primary?.['email']),
    isEmailVerified: primary?.['verified'] === true,
    name: textOf(user['name']) ?? textOf(user['login']),
    picture: textOf(user['avatar_url']),
    more: { user_name: textOf(user['login']), preferred_username: textOf(user['login']) },
  })
}

/** Facebook does not say whether an address is verified; the proof keeps stolen tokens of other applications out. */
export const readFacebook: ProfileReader = async (asking) => {
  const { ask, endpoints, accessToken, clientSecret, trustsEmail } = asking
  const url = new URL(endpoints.userInfo)
  url.searchParams.set('fields', 'id,name,email,picture.type(large)')
  const proof = createHmac('sha256', clientSecret).update(accessToken).digest('hex')
  url.searchParams.set('appsecret_proof', proof)
  const user = (await ask(url.href)) as Answer & { picture?: { data?: { url?: unknown } } }
  return createProfile({
    subject: textOf(user['id']),
    issuer: url.origin,
    email: textOf(user['email']),
    isEmailVerified: trustsEmail,
    name: textOf(user['name']),
    picture: textOf(user.picture?.data?.url),
  })
}

/** Any other: the claims of OpenID Connect by their names, or the usual ones. */
export const readAnyOther: ProfileReader = async ({ ask, endpoints, trustsEmail }) => {
  const user = (await ask(endpoints.userInfo)) as Answer
  const id = user['sub'] ?? user['id']
  return createProfile({
    subject: typeof id === 'string' || typeof id === 'number' ? id : undefined,
    issuer: new URL(endpoints.userInfo).origin,
    email: textOf(user['email']),
    isEmailVerified:
      user['email_verified'] === true || (user['email_verified'] === undefined && trustsEmail),
    name: textOf(user['name']) ?? textOf(user['login']),
    picture: textOf(user['picture']) ?? textOf(user['avatar_url']),
    more: { user_name: textOf(user['login']), preferred_username: textOf(user['login']) },
  })
}
