import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { finishDeletion } from '#functions/_shared/account-deletion.ts'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { query, queryValue } from '#functions/_shared/database.ts'
import { env } from '#functions/_shared/env.ts'
import { failure } from '#functions/_shared/errors.ts'
import { logError } from '#functions/_shared/log.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { serverAuth, serviceClient } from '#functions/_shared/supabase.ts'

const bodySchema = z.object({
  password: z.string().min(1, 'Please enter your password').max(1000).optional(),
  /** Emailed sign-in code, required from users without a password, except SSO users. */
  code: z
    .string()
    .regex(/^\d{1,20}$/, 'Please enter the code')
    .optional(),
  confirmation: z.literal('DELETE', 'Please type DELETE'),
})

/** Maximum age in seconds of an SSO user's sign-in. */
const recentSeconds = 600

const responseSchema = z.object({ status: z.literal('deleted') })

/** Deletes the caller's account, unless open bookings or payments block it. */
Deno.serve(
  serveJson({
    caller: requireAssuredUser,
    body: bodySchema,
    response: responseSchema,
    work: async (credentials, user) => {
      await query`select count_deletion_attempt(p_session_id => ${user.sessionId})`
      await reauthenticate(user, credentials)
      const { erased, blockers } = await queryValue<{ erased: boolean; blockers: object[] }>`
        select erase_account(p_user_id => ${user.id})`
      if (!erased) throw failure('deletion_blocked', { blockers })
      await finishDeletion(user.id).catch((cause: unknown) =>
        logError(
          `the deletion of account ${user.id} is incomplete; the job finish-deletions retries`,
          cause,
        ),
      )
      return { status: 'deleted' as const }
    },
  }),
)

/**
 * Verifies the password or the sign-in code, or the time of an SSO user's sign-in. Throws
 * bad_request, wrong_password, wrong_code, too_many_attempts or reauthentication_needed.
 */
async function reauthenticate(
  { id, signedInAt }: { id: string; signedInAt: number },
  { password, code }: z.output<typeof bodySchema>,
): Promise<void> {
  const { data, error } = await serviceClient().auth.admin.getUserById(id)
  if (error) throw error
  const email = data.user.email
  // The user has no email if a concurrent request has already deleted the account.
  if (!email) throw failure('not_signed_in')
  // An SSO user has no password or sign-in code. Another account may have the same email, so its
  // password or code must not be accepted.
  if (data.user.app_metadata.provider?.startsWith('sso:')) {
    if (Date.now() / 1000 - signedInAt <= recentSeconds) return
    throw failure('reauthentication_needed')
  }
  if (!password && !code) throw failure('bad_request', { message: 'Please enter your password' })

  // Checks the password with the service role key, which bypasses CAPTCHA and the limit of failed
  // sign-ins. Otherwise an attacker could exhaust this limit and keep the owner from deleting the
  // account.
  const { auth } = createClient(env('SUPABASE_URL'), env('SUPABASE_SERVICE_ROLE_KEY'), {
    auth: serverAuth,
  })
  const attempt = code
    ? await auth.verifyOtp({ type: 'email', email, token: code })
    : await auth.signInWithPassword({ email, password: password ?? '' })
  const refusal = attempt.error?.code
  if (refusal === 'invalid_credentials') throw failure('wrong_password')
  if (refusal === 'otp_expired') throw failure('wrong_code')
  if (attempt.error?.status === 429) throw failure('too_many_attempts')
  if (attempt.error) throw attempt.error
  await auth.signOut({ scope: 'local' })
  if (attempt.data.user?.id !== id) throw failure(code ? 'wrong_code' : 'wrong_password')
}
