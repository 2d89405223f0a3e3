import { createHmac } from 'node:crypto'
import { type ExternalProfile, createProfile, textOf } from './profile.ts'

/** How a plain OAuth 2 provider is asked who somebody is. */
type ProfileRequest = {
  /** JSON from an address of the provider, with the person's access token. */
  ask(url: string): Promise<unknown>
  endpoints: { userInfo: string; emails?: string | undefined }
  accessToken: string
  clientSecret: string
  /** Whether the provider is known to verify addresses though it does not say so. */
  trustsEmail: boolean
}

export type ProfileReader = (asking: ProfileRequest) => Promise<ExternalProfile | undefined>

type ProviderResponse = Record<string, unknown>

/** GitHub numbers people; which of their addresses are verified it says only when asked for all of them. */
const readGitHub: ProfileReader = async ({ ask, endpoints }) => {
  const user = (await ask(endpoints.userInfo)) as ProviderResponse
  const listed = endpoints.emails ? await ask(endpoints.emails) : []
  const emails = (Array.isArray(listed) ? listed : []) as ProviderResponse[]
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
const readFacebook: ProfileReader = async (asking) => {
  const { ask, endpoints, accessToken, clientSecret, trustsEmail } = asking
  const url = new URL(endpoints.userInfo)
  url.searchParams.set('fields', 'id,name,email,picture.type(large)')
  const proof = createHmac('sha256', clientSecret).update(accessToken).digest('hex')
  url.searchParams.set('appsecret_proof', proof)
  const user = (await ask(url.href)) as ProviderResponse & {
    picture?: { data?: { url?: unknown } }
  }
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
export const readGenericProfile: ProfileReader = async ({ ask, endpoints, trustsEmail }) => {
  const user = (await ask(endpoints.userInfo)) as ProviderResponse
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

/** What is known of a provider beforehand; its configuration goes before it. */
type Preset = {
  label: string
  /** Of an OpenID Connect provider. */
  issuer?: string
  /** What ID tokens may name as issuer besides. */
  otherIssuers?: readonly string[]
  /** Of a plain OAuth 2 provider. */
  endpoints?: { authorization: string; token: string; userInfo: string; emails?: string }
  scopes: string
  /** Has the answer posted, which some demand for telling names and addresses. */
  postsAnswer?: boolean
  readProfile?: ProfileReader
}

export const presets: Readonly<Record<string, Preset>> = {
  google: {
    label: 'Google',
    issuer: 'https://accounts.google.com',
    otherIssuers: ['accounts.google.com'],
    scopes: 'openid email profile',
  },
  apple: {
    label: 'Apple',
    issuer: 'https://appleid.apple.com',
    scopes: 'openid email name',
    postsAnswer: true,
  },
  github: {
    label: 'GitHub',
    endpoints: {
      authorization: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      userInfo: 'https://api.github.com/user',
      emails: 'https://api.github.com/user/emails',
    },
    scopes: 'read:user user:email',
    readProfile: readGitHub,
  },
  facebook: {
    label: 'Facebook',
    endpoints: {
      authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
      token: 'https://graph.facebook.com/v23.0/oauth/access_token',
      userInfo: 'https://graph.facebook.com/v23.0/me',
    },
    scopes: 'email public_profile',
    readProfile: readFacebook,
  },
}
