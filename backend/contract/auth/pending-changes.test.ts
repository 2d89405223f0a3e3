import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOwnTarget, newEmail } from '../target.ts'
import { post } from './links.ts'
import { openMailTarget, type MailTarget } from './mailbox.ts'
import { provenPerson, signedInAgain } from './person-with-factor.ts'
import { putOut, waysToPutOut } from './put-out.ts'

const code = '424242'

describe.runIf(isOwnTarget)('a change of address or number that is under way', () => {
  let box: MailTarget
  // One for each test and try: a code is typed for everybody who waits at its number.
  const numbers = Array.from({ length: 20 }, (_, i) => `150055501${String(i).padStart(2, '0')}`)
  const free = numbers.values()
  beforeAll(async () => {
    const testCodes = Object.fromEntries(numbers.map((number) => [number, code]))
    box = await openMailTarget({
      auth: { enablePhone: true, secureEmailChange: false, otp: { mailInterval: 0, testCodes } },
    })
  })
  afterAll(() => box.target.close())

  /** Asks for an address and a number, in one of an account's sessions. */
  async function askFor({ client }: Pick<Awaited<ReturnType<typeof provenPerson>>, 'client'>) {
    const asked = { email: newEmail(), phone: free.next().value! }
    const { data, error } = await client.auth.updateUser(asked)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ new_email: asked.email, new_phone: asked.phone })
    return asked
  }

  /** Follows the mail of a change of address; answers the status. */
  async function answerMail(email: string) {
    const asked = (await box.mailsTo(email)).find(
      ({ email_data: mail }) => mail.email_action_type === 'email_change',
    )
    const token_hash = asked!.email_data.token_hash
    return (await post(box.target, '/verify', { type: 'email_change', token_hash })).status
  }

  /** Types the code of a change of number; answers the status. */
  const answerText = async (phone: string) =>
    (await post(box.target, '/verify', { type: 'phone_change', phone, token: code })).status

  test.each([...waysToPutOut, 'signing out everywhere'] as const)(
    'brings nobody back who was put out by %s',
    async (way) => {
      const owner = await provenPerson(box.target)
      const { email, phone } = await askFor(await signedInAgain(box.target, owner.email))
      if (way === 'signing out everywhere') await owner.client.auth.signOut({ scope: 'global' })
      else await putOut(box.target, owner, way)
      expect([await answerMail(email), await answerText(phone)]).toEqual([403, 403])
      const [row] = await box.sql`
        select email, phone, email_change, phone_change from auth.users where id = ${owner.user.id}`
      expect(row).toEqual({ email: owner.email, phone: null, email_change: '', phone_change: '' })
    },
  )

  test('ends with every session, also where the own one is the last', async () => {
    const person = await provenPerson(box.target)
    const { email } = await askFor(person)
    await person.client.auth.signOut({ scope: 'global' })
    expect(await answerMail(email)).toBe(403)
  })

  test.each(['signing out the others', 'a recovery code'] as const)(
    'brings nobody back who left by themselves before %s',
    async (way) => {
      const owner = await provenPerson(box.target)
      const other = await signedInAgain(box.target, owner.email)
      const { email, phone } = await askFor(other)
      await other.client.auth.signOut({ scope: 'local' })
      await putOut(box.target, owner, way)
      expect([await answerMail(email), await answerText(phone)]).toEqual([403, 403])
    },
  )

  test('outlasts a second factor where nobody is put out', async () => {
    const owner = await provenPerson(box.target)
    const { email } = await askFor(owner)
    await putOut(box.target, owner, 'a second factor')
    expect(await answerMail(email)).toBe(200)
  })

  test('outlasts its owner’s signing out here alone, whoever else is signed in', async () => {
    const owner = await provenPerson(box.target)
    await signedInAgain(box.target, owner.email)
    const { email } = await askFor(owner)
    await owner.client.auth.signOut({ scope: 'local' })
    expect(await answerMail(email)).toBe(200)
  })
})
