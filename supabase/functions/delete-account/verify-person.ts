import { createClient } from '@supabase/supabase-js'
import { env } from '#functions/_shared/env.ts'
import { failure } from '#functions/_shared/errors.ts'
import { serviceClient } from '#functions/_shared/supabase.ts'

type Proof = { password?: string | undefined; code?: string | undefined }

/**
 * Makes sure that whoever holds the session knows the password too, or has the mailbox. Throws
 * wrong_password or wrong_code.
 */
export async function verifyPerson(userId: string, proof: Proof): Promise<void> {
  const { data, error } = await serviceClient().auth.admin.getUserById(userId)
  if (error) throw error
  const email = data.user.email
  // An account without an address has been deleted while this request was on its way.
  if (!email) throw failure('not_signed_in')

  // In the project's own name: no captcha is asked of a server.
  const { auth } = createClient(env('SUPABASE_URL'), env('SUPABASE_SERVICE_ROLE_KEY'), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  const attempt = proof.code
    ? await auth.verifyOtp({ type: 'email', email, token: proof.code })
    : await auth.signInWithPassword({ email, password: proof.password ?? '' })
  const { code } = attempt.error ?? {}
  if (code === 'invalid_credentials') throw failure('wrong_password')
  if (code === 'otp_expired') throw failure('wrong_code')
  if (attempt.error) throw attempt.error
  await auth.signOut({ scope: 'local' })
}
