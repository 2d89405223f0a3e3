import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, newEmail } from '../target.ts'
import { post } from './links.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'
import { verifiedUser, signedInAgain } from './user-with-factor.ts'
import { revokeOtherSessions, waysToRevoke } from './revoke-session.ts'

const code = '424242'

describe.runIf(isOwnTarget)('pending changes of email and phone', () => {
  let box: MailTarget
  // Each phone change uses its own number. All numbers have the same fixed code, so a code for one
  // change could confirm another test's change to the same number.
  const numbers = Array.from({ length: 20 }, (_, i) => `150055501${String(i).padStart(2, '0')}`)
  const free = numbers.values()
  beforeAll(async () => {
    const testCodes = Object.fromEntries(numbers.map((number) => [number, code]))
    box = await openMailTarget({
      auth: { enablePhone: true, secureEmailChange: false, otp: { mailInterval: 0, testCodes } },
    })
  })
  afterAll(() => box.target.close())

  async function askFor({ client }: Pick<Awaited<ReturnType<typeof verifiedUser>>, 'client'>) {
    const asked = { email: newEmail(), phone: free.next().value! }
    const { data, error } = await client.auth.updateUser(asked)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ new_email: asked.email, new_phone: asked.phone })
    return asked
  }

  async function answerMail(email: string) {
    const asked = (await box.mailsTo(email)).find(
      ({ email_data: mail }) => mail.email_action_type === 'email_change',
    )
    const token_hash = asked!.email_data.token_hash
    return (await post(box.target, '/verify', { type: 'email_change', token_hash })).status
  }

  const answerText = async (phone: string) =>
    (await post(box.target, '/verify', { type: 'phone_change', phone, token: code })).status

  test.each([...waysToRevoke, 'signing out everywhere'] as const)(
    'a pending email or phone change gives no access to a user signed out by %s',
    async (way) => {
      const owner = await verifiedUser(box.target)
      const { email, phone } = await askFor(await signedInAgain(box.target, owner.email))
      if (way === 'signing out everywhere') await owner.client.auth.signOut({ scope: 'global' })
      else await revokeOtherSessions(box.target, owner, way)
      expect([await answerMail(email), await answerText(phone)]).toEqual([403, 403])
      const [row] = await box.sql`
        select email, phone, email_change, phone_change from auth.users where id = ${owner.user.id}`
      expect(row).toEqual({ email: owner.email, phone: null, email_change: '', phone_change: '' })
    },
  )

  test('revoking all sessions of an account cancels its pending email change, even if the account has only one session', async () => {
    const person = await verifiedUser(box.target)
    const { email } = await askFor(person)
    await person.client.auth.signOut({ scope: 'global' })
    expect(await answerMail(email)).toBe(403)
  })

  test.each(['signing out other sessions', 'a recovery code'] as const)(
    'a pending email or phone change gives no access to a user who signed out before the owner revoked sessions by %s',
    async (way) => {
      const owner = await verifiedUser(box.target)
      const other = await signedInAgain(box.target, owner.email)
      const { email, phone } = await askFor(other)
      await other.client.auth.signOut({ scope: 'local' })
      await revokeOtherSessions(box.target, owner, way)
      expect([await answerMail(email), await answerText(phone)]).toEqual([403, 403])
    },
  )

  test('activating a second factor preserves a pending email change if no session is revoked', async () => {
    const owner = await verifiedUser(box.target)
    const { email } = await askFor(owner)
    await revokeOtherSessions(box.target, owner, 'a second factor')
    expect(await answerMail(email)).toBe(200)
  })

  test('signing out with scope local preserves a pending email change while other sessions are open', async () => {
    const owner = await verifiedUser(box.target)
    await signedInAgain(box.target, owner.email)
    const { email } = await askFor(owner)
    await owner.client.auth.signOut({ scope: 'local' })
    expect(await answerMail(email)).toBe(200)
  })
})
