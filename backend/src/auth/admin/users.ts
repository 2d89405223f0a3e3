import type { Hono } from 'hono'
import { json } from '#backend/platform/http.ts'
import type { AuthContext } from '#backend/auth/core/context.ts'
import { AuthError, invalid } from '#backend/auth/core/errors.ts'
import { isUuid } from '#backend/platform/is-uuid.ts'
import { presentUser } from '#backend/auth/core/present-user.ts'
import { type UserRow, findUserById, userFromJson, usersSql } from '#backend/auth/core/users.ts'
/** Actor in audit log entries of requests with the service role key. */
export const serviceActor = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'service_role',
  phone: null,
  is_anonymous: false,
}

const maxPerPage = 1000

export function registerAdminReadUsers(app: Hono, context: AuthContext): void {
  app.get('/admin/users', async (c) => {
    const page = parsePositive(c.req.query('page'), 1)
    const perPage = Math.min(parsePositive(c.req.query('per_page'), 50), maxPerPage)
    const [count] = await context.sql<{ total: number }[]>`
      select count(*)::int as total from auth.users`
    const rows = await context.sql.unsafe<{ account: string }[]>(
      usersSql('true order by u.created_at desc, u.id limit $1::int offset $2::bigint'),
      [perPage, (page - 1) * perPage],
    )
    const users = rows.map(({ account }) => userFromJson<UserRow>(account))
    const total = count?.total ?? 0
    const last = Math.max(1, Math.ceil(total / perPage))
    const link = (to: number, rel: string) =>
      `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
    const links = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [link(last, 'last')]
    return json({ users: users.map(presentUser), aud: 'authenticated' }, 200, {
      'X-Total-Count': String(total),
      Link: links.join(', '),
    })
  })

  app.get('/admin/users/:id', async (c) =>
    json(presentUser(await requireUserById(context, c.req.param('id')))),
  )
}

function parsePositive(text: string | undefined, fallback: number): number {
  if (!text) return fallback
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw invalid(`Bad Pagination Parameters: ${JSON.stringify(text)} is not a positive number`)
  }
  return Number(text)
}

/** Returns an account, even if it was soft-deleted. Throws AuthError (404) for an unknown id. */
export async function requireUserById(context: AuthContext, id: string): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUserById(context.sql, id)
  if (!user) throw userNotFound()
  return user
}

/** Returns an account. Throws AuthError (404) for an unknown id or a soft-deleted account. */
export async function requireActiveUser(context: AuthContext, id: string): Promise<UserRow> {
  const user = await requireUserById(context, id)
  if (user.deleted_at) throw userNotFound()
  return user
}

function userNotFound(): AuthError {
  return new AuthError(404, 'user_not_found', 'User not found')
}
