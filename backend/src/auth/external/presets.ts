import { readFacebook, readGitHub, type ProfileReader } from './oauth2-profiles.ts'

/** What is known of a provider beforehand; its configuration goes before it. */
export type Preset = {
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
