import { z } from 'zod'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { failure } from '#functions/_shared/errors.ts'
import { finishDeletion } from '#functions/_shared/finish-deletion.ts'
import { logError } from '#functions/_shared/log.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { step } from '#functions/_shared/steps.ts'
import { verifyPerson } from './verify-person.ts'

const bodySchema = z
  .object({
    password: z.string().min(1, 'Please enter your password').optional(),
    /** Mailed as for signing in; for people who have no password. */
    code: z.string().regex(/^\d+$/, 'Please enter the code').optional(),
    /** Typed by hand: nobody deletes an account by a slip. */
    confirmation: z.literal('DELETE', 'Please type DELETE'),
  })
  .refine(({ password, code }) => password ?? code, {
    message: 'Please enter your password',
    path: ['password'],
  })

type Erasure = { erased: boolean; blockers: object[] }

/**
 * Deletes the caller's account for good, unless something has to be settled first. What a crash
 * leaves behind is finished by `finish-deletions`.
 */
export const handler = serveJson({
  caller: requireAssuredUser,
  body: bodySchema,
  work: async (proof, user) => {
    await verifyPerson(user.id, proof)
    const { erased, blockers } = await step<Erasure>('erase_account', { p_user_id: user.id })
    if (!erased) throw failure('deletion_blocked', { blockers })
    await finishDeletion(user.id).catch((cause: unknown) =>
      logError(`deletion of ${user.id} is not finished yet`, cause),
    )
    return { status: 'deleted' }
  },
})
