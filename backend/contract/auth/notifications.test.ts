import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, password, signedUp } from '../target.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'

describe.runIf(isOwnTarget)('account notifications', () => {
  let mail: MailTarget

  beforeAll(async () => {
    mail = await openMailTarget()
  })

  afterAll(() => mail.target.close())

  test('account notifications contain the browser and IP address of the request', async () => {
    const { session, email } = await signedUp(mail.target)
    const answer = await fetch(`${mail.target.url}/auth/v1/user`, {
      method: 'PUT',
      headers: {
        apikey: mail.target.anonKey,
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        'x-forwarded-for': '203.0.113.7',
      },
      body: JSON.stringify({ password: `${password} and more` }),
    })
    expect(answer.status).toBe(200)
    expect((await mail.lastMail(email)).email_data).toMatchObject({
      email_action_type: 'password_changed_notification',
      device: 'Firefox on Linux',
      ip_address: '203.0.113.7',
    })
  })

  test('account notifications about admin actions contain no IP address', async () => {
    const { user, email } = await signedUp(mail.target)
    const answer = await fetch(`${mail.target.url}/auth/v1/admin/users/${user.id}`, {
      method: 'PUT',
      headers: {
        apikey: mail.target.serviceRoleKey,
        authorization: `Bearer ${mail.target.serviceRoleKey}`,
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.7',
      },
      body: JSON.stringify({ password: `${password} and more` }),
    })
    expect(answer.status).toBe(200)
    const { email_data } = await mail.lastMail(email)
    expect(email_data.email_action_type).toBe('password_changed_notification')
    expect(email_data).not.toHaveProperty('ip_address')
  })

  test('the hourly limit of account notifications applies to unverified emails but not to verified emails', async () => {
    const few = await openMailTarget({ auth: { limits: { emailSent: 3 } } })
    const told = async (isProven: boolean) => {
      const { client, email, user } = await signedUp(few.target)
      if (isProven) {
        await few.sql`
          update auth.users set confirmation_sent_at = email_confirmed_at where id = ${user.id}`
      }
      for (const nth of [1, 2, 3, 4, 5]) {
        const { error } = await client.auth.updateUser({ password: `${password} and ${nth}` })
        expect(error).toBeNull()
      }
      return (await few.mailsTo(email)).length
    }
    expect(await told(false)).toBe(3)
    expect(await told(true)).toBe(5)
    await few.target.close()
  })
})
