import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget } from '../target.ts'
import {
  confirmed,
  follow,
  followMail,
  unconfirmedUser,
  openConfirmingTarget,
  post,
} from './links.ts'
import type { MailTarget } from './mailbox.ts'

describe.runIf(isOwnTarget)('GET /verify', () => {
  let box: MailTarget
  beforeAll(async () => {
    box = await openConfirmingTarget()
  })
  afterAll(() => box.target.close())

  test('GET /verify redirects to the requested URL if the URL is allowed, with the session in the fragment', async () => {
    const email = await confirmed(box)
    const path = `/magiclink?redirect_to=${encodeURIComponent('https://app.example.com/in?a=1')}`
    await post(box.target, path, { email })
    const { status, to, fragment } = await followMail(box.target, await box.lastMail(email))
    expect([status, to.origin, to.pathname, to.search]).toEqual([
      303,
      'https://app.example.com',
      '/in',
      '?a=1',
    ])
    expect(Object.keys(fragment).toSorted()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ])
  })

  test.each([
    'https://evil.example/',
    'https://localhost@evil.example/',
    'http://localhost.evil.example/',
    '//evil.example',
    'javascript:alert(1)',
  ])('GET /verify never redirects to %s', async (redirect_to) => {
    const email = await confirmed(box)
    await post(box.target, `/magiclink?redirect_to=${encodeURIComponent(redirect_to)}`, { email })
    const { token_hash, redirect_to: mailed } = (await box.lastMail(email)).email_data
    expect(mailed).toBe('http://localhost')
    const wrong = { token: 'wrong', type: 'magiclink', redirect_to }
    expect((await follow(box.target, wrong)).to.origin).toBe('http://localhost')
    const right = { token: token_hash, type: 'magiclink', redirect_to }
    expect((await follow(box.target, right)).to.origin).toBe('http://localhost')
  })

  test('GET /verify with an invalid link redirects with an error in the fragment and without a session', async () => {
    const expired = {
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    }
    const bad = await follow(box.target, { token: 'abc', type: 'signup' })
    expect(bad).toMatchObject({ status: 303, fragment: expired, query: {} })
    const pkce = await follow(box.target, { token: 'pkce_abc', type: 'signup' })
    expect(pkce).toMatchObject({ fragment: expired, query: { error_code: 'otp_expired' } })
    const half: Record<string, string>[] = [
      { token: 'abc' },
      { type: 'signup' },
      { token: 'a', type: 'sms' },
    ]
    for (const params of half) {
      const { status, fragment } = await follow(box.target, params)
      expect([status, fragment.error]).toEqual([303, 'invalid_request'])
    }
  })

  test('a HEAD request to /verify does not redeem the link', async () => {
    const { mail, hash } = await unconfirmedUser(box)
    const url = `${box.target.url}/auth/v1/verify?token=${hash}&type=signup`
    const head = await fetch(url, { method: 'HEAD', redirect: 'manual' })
    expect(head.status).toBe(405)
    expect((await followMail(box.target, mail)).fragment.access_token).toBeTruthy()
  })

  test('the redirect of GET /verify is not cacheable and sends no Referer', async () => {
    const { hash } = await unconfirmedUser(box)
    const url = `${box.target.url}/auth/v1/verify?token=${hash}&type=signup`
    const { headers } = await fetch(url, { redirect: 'manual' })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
})
