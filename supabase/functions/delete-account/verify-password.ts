import { createClient } from '@supabase/supabase-js'
import { env } from '#functions/_shared/env.ts'
import { failure } from '#functions/_shared/errors.ts'
import { serviceClient } from '#functions/_shared/supabase.ts'

/** Makes sure that whoever holds the session knows the password too. Throws wrong_password. */
export async function verifyPassword(userId: string, password: string): Promise<void> {
  const { data, error } = await serviceClient().auth.admin.getUserById(userId)
  if (error) throw error
  const email = data.user.email
  // An account without an address has been deleted while this request was on its way.
  if (!email) throw failure('not_signed_in')

  // In the project's own name: no captcha is asked of a server.
  const { auth } = createClient(env('SUPABASE_URL'), env('SUPABASE_SERVICE_ROLE_KEY'), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  const attempt = await auth.signInWithPassword({ email, password })
  if (attempt.error?.code === 'invalid_credentials') throw failure('wrong_password')
  if (attempt.error) throw attempt.error
  await auth.signOut({ scope: 'local' })
}
