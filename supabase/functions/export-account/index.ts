import { company } from '@hourspace/domain/company.ts'
import { z } from 'zod'
import { requireAssuredUser } from '#functions/_shared/caller.ts'
import { queryValue } from '#functions/_shared/database.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { serviceClient } from '#functions/_shared/supabase.ts'

/**
 * Returns the caller's data as JSON, without other users' data that the caller cannot see in the
 * product.
 */
Deno.serve(
  serveJson({
    caller: requireAssuredUser,
    body: z.object({}),
    response: z.record(z.string(), z.unknown()),
    work: async (_body, user) => ({
      about: `The data of your ${company.name} account. Times are UTC; *_minor counts cents or yen.`,
      exported_at: new Date().toISOString(),
      account: await accountOf(user.id),
      ...(await queryValue<object>`select export_account(p_user_id => ${user.id})`),
    }),
  }),
)

/** Returns the auth service's data about a user, without the password hash. */
async function accountOf(userId: string) {
  const { data, error } = await serviceClient().auth.admin.getUserById(userId)
  if (error) throw error
  const { user } = data
  return {
    id: user.id,
    email: user.email,
    phone: user.phone,
    created_at: user.created_at,
    email_confirmed_at: user.email_confirmed_at,
    last_sign_in_at: user.last_sign_in_at,
    details: user.user_metadata,
    identities: (user.identities ?? []).map(({ provider, created_at, last_sign_in_at }) => ({
      provider,
      created_at,
      last_sign_in_at,
    })),
    second_factors: (user.factors ?? []).map((factor) => ({
      type: factor.factor_type,
      name: factor.friendly_name,
      phone: 'phone' in factor ? factor.phone : undefined,
      status: factor.status,
      created_at: factor.created_at,
    })),
  }
}
