import { countMail } from '#backend/auth/codes/intervals.ts'
import { mailConfirmation, type Circumstances } from '#backend/auth/codes/mail-code.ts'
import { atSteadyPace } from '#backend/auth/codes/steady-pace.ts'
import { presentUser } from '#backend/auth/present-user.ts'
import { findUserByEmail, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { alreadyRegistered } from './already-registered.ts'
import { signUpAtOnce } from './at-once.ts'
import { createAccount, unlessTaken, type Newcomer } from './create-account.ts'
import { presentLookAlike } from './look-alike.ts'

type EmailNewcomer = Newcomer & { email: string; passwordHash: string }

/** Signs somebody up by address and password: at once under autoconfirm, else by a mail to confirm it. */
export async function signUpByEmail(
  world: AuthWorld,
  newcomer: EmailNewcomer,
  circumstances: Circumstances,
): Promise<Response> {
  if (world.config.auth.enableEmailAutoconfirm) {
    if (await findUserByEmail(world.sql, newcomer.email)) throw alreadyRegistered()
    return signUpAtOnce(world, newcomer, circumstances.headers)
  }
  return atSteadyPace(world.config.auth.answerBeat, async () => {
    const existing = await findUserByEmail(world.sql, newcomer.email)
    if (existing) return signUpAgain(world, existing, newcomer, circumstances)
    const user = await unlessTaken(() =>
      world.sql.begin(async (tx) => {
        const created = await createAccount(tx, world, newcomer, circumstances.headers)
        // Before anybody sees the account: whoever signs up again right now gets no second mail.
        await countMail(world, 'confirmation', newcomer.email)
        return mailConfirmation(tx, world, created, circumstances)
      }),
    )
    if (user) return json(presentUser(user))
    const other = await findUserByEmail(world.sql, newcomer.email)
    if (!other) throw alreadyRegistered()
    return signUpAgain(world, other, newcomer, circumstances)
  })
}

/** An account that awaits confirmation is mailed once more, though not at once; what it was made with stays. */
async function signUpAgain(
  world: AuthWorld,
  existing: UserRow,
  newcomer: EmailNewcomer,
  circumstances: Circumstances,
): Promise<Response> {
  const wait = await countMail(world, 'confirmation', newcomer.email)
  if (!existing.email_confirmed_at && wait === 0) {
    await world.sql.begin((tx) => mailConfirmation(tx, world, existing, circumstances))
  }
  return json(await presentLookAlike(world, existing, newcomer))
}
