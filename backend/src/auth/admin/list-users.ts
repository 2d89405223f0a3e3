import type { Hono } from 'hono'
import { invalid } from '#backend/auth/errors.ts'
import { presentUser } from '#backend/auth/present-user.ts'
import { userOfJson, usersSql, type UserRow } from '#backend/auth/users.ts'
import type { AuthWorld } from '#backend/auth/world.ts'
import { json } from '#backend/platform/http.ts'

const mostPerPage = 1000

/** GET /admin/users?page&per_page: newest first, with the total and links to other pages. */
export function registerAdminListUsers(app: Hono, world: AuthWorld): void {
  app.get('/admin/users', async (c) => {
    const page = wholeNumber(c.req.query('page'), 1)
    const perPage = Math.min(wholeNumber(c.req.query('per_page'), 50), mostPerPage)
    const [count] = await world.sql<{ total: number }[]>`
      select count(*)::int as total from auth.users`
    const rows = await world.sql.unsafe<{ person: string }[]>(
      usersSql('true order by u.created_at desc, u.id limit $1::int offset $2::bigint'),
      [perPage, (page - 1) * perPage],
    )
    const users = rows.map(({ person }) => userOfJson<UserRow>(person))
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
}

function wholeNumber(text: string | undefined, fallback: number): number {
  if (!text) return fallback
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw invalid(`Bad Pagination Parameters: ${JSON.stringify(text)} is not a positive number`)
  }
  return Number(text)
}
