import { createHmac } from 'node:crypto'
import { type ExternalProfile, createProfile, textOf } from './profile.ts'

type ProfileRequest = {
  /** Fetches JSON from the provider with the user's access token. */
  ask(url: string): Promise<unknown>
  endpoints: { userInfo: string; emails?: string | undefined }
  accessToken: string
  clientSecret: string
  /** Whether emails count as verified if the provider does not report their verification. */
  trustsEmail: boolean
}

export type ProfileReader = (asking: ProfileRequest) => Promise<ExternalProfile | undefined>

type ProviderResponse = Record<string, unknown>

/** Reads GitHub's list of emails, because only this list shows which emails are verified. */
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

/**
 * Facebook does not report whether emails are verified. With `appsecret_proof`, Facebook rejects
 * access tokens of other apps:
 * https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
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

type Preset = {
  label: string
  issuer?: string
  otherIssuers?: readonly string[]
  endpoints?: { authorization: string; token: string; userInfo: string; emails?: string }
  scopes: string
  /** Apple requires response_mode=form_post for the scopes name and email. */
  usesFormPost?: boolean
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
    usesFormPost: true,
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
