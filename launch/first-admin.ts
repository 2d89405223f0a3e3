import { createHash, randomBytes } from 'node:crypto'
import postgres from 'postgres'

/**
 * Returns a link that makes one account an admin, once and within an hour. Stores only a hash of
 * the token. Returns null if an admin exists or the database has no marketplace schema.
 */
export async function firstAdminLink(databaseUrl: string, siteUrl: string): Promise<string | null> {
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    const [found] = await sql`
      select from pg_class where oid = to_regclass('public.first_admin_links')`
    if (!found) return null
    const [admin] = await sql`select from public.profiles where is_admin limit 1`
    if (admin) return null
    const token = randomBytes(32).toString('base64url')
    await sql`delete from public.first_admin_links where expires_at < now()`
    await sql`
      insert into public.first_admin_links (token_hash, expires_at)
      values (${createHash('sha256').update(token).digest()}, now() + interval '1 hour')`
    // Browsers do not send the fragment (#) to servers, so the token appears in no request log.
    return `${siteUrl}/first-admin#token=${token}`
  } finally {
    await sql.end()
  }
}
