import { countText } from '#backend/auth/codes/intervals.ts'
import { atSteadyPace } from '#backend/auth/codes/steady-pace.ts'
import { storeTextCode, textCode } from '#backend/auth/codes/text-code.ts'
import { presentUser } from '#backend/auth/present-user.ts'
import { findUserById, findUserByPhone } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'
import { alreadyRegistered } from './already-registered.ts'
import { signUpAtOnce } from './at-once.ts'
import { createAccount, unlessTaken, type Newcomer } from './create-account.ts'
import { presentLookAlike } from './look-alike.ts'

type PhoneNewcomer = Newcomer & { phone: string; passwordHash: string }

/** Signs somebody up by number and password: at once under autoconfirm, else by a text to confirm it. */
export async function signUpByPhone(
  world: AuthWorld,
  newcomer: PhoneNewcomer,
  headers: Headers,
): Promise<Response> {
  const existing = await findUserByPhone(world.sql, newcomer.phone)
  if (world.config.auth.enablePhoneAutoconfirm) {
    if (existing) throw alreadyRegistered()
    return signUpAtOnce(world, newcomer, headers)
  }
  return atSteadyPace(world.config.auth.answerBeat, async () => {
    const wait = await countText(world, newcomer.phone)
    if (existing && (existing.phone_confirmed_at || wait > 0))
      return json(await presentLookAlike(world, existing, newcomer))
    const code = await textCode(world, newcomer.phone)
    const user = await unlessTaken(() =>
      world.sql.begin(async (tx) => {
        const account = existing ?? (await createAccount(tx, world, newcomer, headers))
        await storeTextCode(tx, world, account, code, headers)
        return (await findUserById(tx, account.id)) ?? account
      }),
    )
    if (user && !existing) return json(presentUser(user))
    const other = existing ?? (await findUserByPhone(world.sql, newcomer.phone))
    if (!other) throw alreadyRegistered()
    return json(await presentLookAlike(world, other, newcomer))
  })
}
