/* oxlint-disable typescript/no-explicit-any -- tests read fields of untyped response bodies */
import { createHash, randomBytes } from 'node:crypto'
import { newEmail, password, type Target } from '../target.ts'
import { openMailTarget, type CaughtMail, type MailTarget } from './mailbox.ts'

type Answer = { status: number; body: Record<string, any>; headers: Headers }

/** Sends a POST request with the API version header, so that error codes are strings. */
export async function post(target: Target, path: string, body: unknown = {}): Promise<Answer> {
  const response = await fetch(`${target.url}/auth/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'X-Supabase-Api-Version': '2024-01-01' },
  })
  const answer = (await response.json()) as Answer['body']
  return { status: response.status, body: answer, headers: response.headers }
}

/**
 * Opens an email link. Returns the status, the redirect URL and its query and fragment parameters.
 */
export async function follow(target: Target, params: Record<string, string>) {
  const url = `${target.url}/auth/v1/verify?${new URLSearchParams(params)}`
  const response = await fetch(url, { redirect: 'manual' })
  const to = new URL(response.headers.get('location') ?? 'about:blank')
  return {
    status: response.status,
    to,
    query: Object.fromEntries(to.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(to.hash.slice(1))),
  }
}

export function followMail(target: Target, { email_data: mail }: CaughtMail) {
  return follow(target, {
    token: mail.token_hash,
    type: mail.email_action_type,
    redirect_to: mail.redirect_to,
  })
}

export function newPkce() {
  const verifier = randomBytes(48).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return {
    verifier,
    challenge,
    asked: { code_challenge: challenge, code_challenge_method: 's256' },
  }
}

export function claimsOf(accessToken: string): Record<string, any> {
  return JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString())
}

export function wrongCode(code: string): string {
  return code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
}

export async function ageCodes(target: Target, email: string, seconds: number): Promise<void> {
  await target.sql!`
    update auth.one_time_tokens set created_at = created_at - make_interval(secs => ${seconds})
    where relates_to = ${email}`
}

/** Starts a server that requires email confirmation and allows redirects to app.example.com. */
export function openConfirmingTarget(): Promise<MailTarget> {
  return openMailTarget({
    auth: {
      enableEmailAutoconfirm: false,
      redirectUrls: ['https://app.example.com/**'],
      otp: { mailInterval: 0 },
    },
  })
}

export async function unconfirmedUser({ target, lastMail }: MailTarget) {
  const email = newEmail()
  await post(target, '/signup', { email, password })
  const mail = await lastMail(email)
  return { email, mail, code: mail.email_data.token, hash: mail.email_data.token_hash }
}

export async function confirmed(box: MailTarget): Promise<string> {
  const { email, mail } = await unconfirmedUser(box)
  await followMail(box.target, mail)
  return email
}
