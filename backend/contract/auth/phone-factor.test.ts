import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isOwnTarget, openTarget, signedUp, type Target } from '../target.ts'
import { newIpAddress } from './clients.ts'
import { ask, verifiedUser, signedInAgain } from './user-with-factor.ts'

type Sent = { path: string; authorization: string; form: Record<string, string> }

describe.runIf(isOwnTarget)('phone as a second factor', () => {
  const testNumber = '15005550001'
  const sent: Sent[] = []
  let refusal: { status: number; body: string } | null = null
  let carrier: Server
  let carrierUrl: string
  let target: Target

  beforeAll(async () => {
    carrier = createServer((request, response) => {
      void text(request).then((body) => {
        sent.push({
          path: request.url ?? '',
          authorization: request.headers.authorization ?? '',
          form: Object.fromEntries(new URLSearchParams(body)),
        })
        response.writeHead(refusal?.status ?? 201).end(refusal?.body ?? '{"sid":"SM1"}')
      })
    })
    carrier.listen(0, '127.0.0.1')
    await once(carrier, 'listening')
    carrierUrl = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`
    target = await openTarget({
      auth: {
        mfa: { phone: true },
        otp: { testCodes: { [testNumber]: '246810' } },
        sms: {
          accountSid: 'AC1',
          authToken: 'token',
          from: '+15005550006',
          url: carrierUrl,
        },
      },
    })
  })

  afterAll(async () => {
    await target.close()
    carrier.close()
  })

  beforeEach(() => {
    sent.length = 0
    refusal = null
  })

  let last = 0
  const newNumber = () => `1415555${String((last += 1)).padStart(4, '0')}`

  async function started(phone = newNumber()) {
    const person = await verifiedUser(target)
    const { data, error } = await person.client.auth.mfa.enroll({ factorType: 'phone', phone })
    if (error) throw error
    return { ...person, phone, factorId: data.id, enrolled: data }
  }

  const sentCode = () => /^(\d{6}) /.exec(sent.at(-1)!.form['Body']!)![1]!

  test('a code sent by SMS to an enrolled phone raises the session to aal2', async () => {
    const { client, factorId, phone, enrolled } = await started()
    expect(enrolled).toMatchObject({ type: 'phone', phone })
    const { data } = await client.auth.mfa.challenge({ factorId })
    expect(data?.type).toBe('phone')
    expect(sent).toMatchObject([
      {
        path: '/2010-04-01/Accounts/AC1/Messages.json',
        authorization: `Basic ${Buffer.from('AC1:token').toString('base64')}`,
        form: { To: `+${phone}`, From: '+15005550006' },
      },
    ])
    const code = sentCode()
    expect(sent[0]!.form['Body']).toMatch(new RegExp(`\\n@localhost #${code}$`))
    const { error } = await client.auth.mfa.verify({ factorId, challengeId: data!.id, code })
    expect(error).toBeNull()
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level?.currentLevel).toBe('aal2')
    expect(level?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/phone' })
    expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ phone }])
  })

  test('POST /factors rejects invalid and already verified phone numbers, and POST /factors/{id}/challenge rejects channels other than SMS', async () => {
    const { client, session, factorId, phone } = await started(testNumber)
    await client.auth.mfa.challengeAndVerify({ factorId, code: '246810' })
    const { data } = await client.auth.getSession()
    const token = data.session!.access_token
    const enroll = (body: object) =>
      ask(target, token, 'POST', '/factors', { factor_type: 'phone', ...body })
    expect(await enroll({ phone: '0800 HELLO' })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(await enroll({ phone: `+${phone}` })).toMatchObject({
      status: 422,
      code: 'mfa_verified_factor_exists',
    })
    expect(
      await ask(target, session.access_token, 'POST', `/factors/${factorId}/challenge`, {
        channel: 'pigeon',
      }),
    ).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('enrolling an unverified phone number a second time replaces the unverified factor', async () => {
    const { client, phone, factorId } = await started()
    const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone: `+${phone}` })
    expect(data?.id).not.toBe(factorId)
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1)
  })

  test('configured test phone numbers have a fixed code and receive no SMS', async () => {
    const { client, factorId } = await started(testNumber)
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: '246810' })
    expect([error, sent]).toEqual([null, []])
  })

  test('challenging a phone factor returns different errors for a rejection by the SMS gateway and for a gateway failure', async () => {
    const { session, factorId } = await started()
    const challenge = () =>
      ask(target, session.access_token, 'POST', `/factors/${factorId}/challenge`, {})
    refusal = { status: 400, body: JSON.stringify({ code: 21211, message: 'No such number' }) }
    expect(await challenge()).toMatchObject({
      status: 422,
      code: 'sms_send_failed',
      message: 'Error sending text message: No such number',
    })
    refusal = { status: 503, body: '' }
    expect(await challenge()).toMatchObject({ status: 500, code: 'sms_send_failed' })
  })

  test('a phone factor rejects wrong codes and codes of other challenges, and limits the number of attempts', async () => {
    const { client, factorId } = await started()
    await client.auth.mfa.challenge({ factorId })
    const former = sentCode()
    const { data } = await client.auth.mfa.challenge({ factorId })
    const challengeId = data!.id
    const right = sentCode()
    const wrong = [former, '000000', '111111', '222222', '333333', '444444', '555555']
    const responses: unknown[] = []
    for (const code of wrong.filter((code) => code !== right).slice(0, 6)) {
      responses.push((await client.auth.mfa.verify({ factorId, challengeId, code })).error?.code)
    }
    expect(responses).toEqual([
      ...Array(5).fill('mfa_verification_failed'),
      'over_request_rate_limit',
    ])
  })

  test('codes of phone factors are not stored in plain text', async () => {
    const { client, factorId } = await started()
    const { data } = await client.auth.mfa.challenge({ factorId })
    const [stored] = await target.sql!<{ otp_code: string }[]>`
      select otp_code from auth.mfa_challenges where id = ${data!.id}`
    expect(stored?.otp_code).toMatch(/^[0-9a-f]{64}$/)
  })

  test('SMS to phone factors are limited to five per account and ten per phone number', async () => {
    const phone = newNumber()
    const codes: unknown[] = []
    for (let person = 0; person < 3; person += 1) {
      const { client, factorId } = await started(phone)
      for (let i = 0; i < 6; i += 1) {
        codes.push((await client.auth.mfa.challenge({ factorId })).error?.code ?? 'sent')
      }
    }
    const refused = 'over_sms_send_rate_limit'
    expect(codes.slice(0, 6)).toEqual([...Array(5).fill('sent'), refused])
    expect(codes.slice(12)).toEqual(Array(6).fill(refused))
    expect(sent).toHaveLength(10)
  })

  test('SMS to phone factors are limited per client IP address across accounts', async () => {
    const few = await openTarget({
      auth: {
        mfa: { phone: true },
        limits: { smsSent: 2 },
        sms: { accountSid: 'AC1', authToken: 'token', from: '+15005550006', url: carrierUrl },
      },
    })
    const challengeFrom = async (address: string) => {
      const { client, session } = await signedUp(few)
      const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone: newNumber() })
      const path = `/factors/${data!.id}/challenge`
      const caller = { 'x-forwarded-for': address }
      return (await ask(few, session.access_token, 'POST', path, {}, caller)).code ?? 'sent'
    }
    const [one, other] = [newIpAddress(), newIpAddress()]
    const refused = 'over_sms_send_rate_limit'
    const codes = []
    for (const address of [one, one, one, other]) codes.push(await challengeFrom(address))
    expect(codes).toEqual(['sent', 'sent', refused, 'sent'])
    expect(sent).toHaveLength(3)
    await few.close()
  })

  test('an aal1 session cannot enroll another phone number if the account has a verified phone factor', async () => {
    const { client, email, factorId } = await started(testNumber)
    await client.auth.mfa.challengeAndVerify({ factorId, code: '246810' })
    const { client: intruder } = await signedInAgain(target, email)
    const { error } = await intruder.auth.mfa.enroll({ factorType: 'phone', phone: newNumber() })
    expect(error?.code).toBe('insufficient_aal')
  })
})
