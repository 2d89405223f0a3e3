import type { Command } from 'commander'
import type { Sql } from 'postgres'
import { StartupError } from '#launch/startup-error.ts'
import { setAction, table, withDatabase } from './command.ts'

type User = { id: string; email: string | null; name: string | null; is_admin: boolean }

export function addAdminCommands(program: Command): void {
  const admin = program.command('admin').description('list, add and remove admins')
  setAction(admin.command('list').description('list the admins'), () =>
    withDatabase(async ({ sql }) => {
      const admins = await sql<User[]>`
        select users.id, users.email, profiles.full_name as name, profiles.is_admin
        from public.profiles join auth.users on users.id = profiles.id
        where profiles.is_admin order by users.email`
      const rows = admins.map(({ email, name, id }) => [email ?? '', name ?? '', id])
      return { data: admins, text: rows.length > 0 ? table(rows) : 'There is no admin.' }
    }),
  )
  setAction(
    admin
      .command('grant <user>')
      .description('make a user an admin; <user> is an email address or id'),
    ([user]) => withDatabase(({ sql }) => setAdmin(sql, user!, true)),
  )
  setAction(
    admin.command('revoke <user>').description('remove the admin rights of a user'),
    ([user]) => withDatabase(({ sql }) => setAdmin(sql, user!, false)),
  )
}

async function setAdmin(sql: Sql, reference: string, isAdmin: boolean) {
  return sql.begin(async (transaction) => {
    const user = await findUser(transaction, reference)
    const name = user.email ?? user.id
    if (user.is_admin === isAdmin)
      return { data: user, text: `${name} is ${isAdmin ? 'already an' : 'not an'} admin.` }
    await transaction`update public.profiles set is_admin = ${isAdmin} where id = ${user.id}`
    await transaction`
      select public.record_admin_action(
        ${isAdmin ? 'user.grant_admin' : 'user.revoke_admin'}, 'user', ${user.id})`
    return {
      data: { ...user, is_admin: isAdmin },
      text: isAdmin ? `${name} is an admin now.` : `${name} is no longer an admin.`,
    }
  })
}

/** Finds a user by email or user id. Throws StartupError if no user matches. */
export async function findUser(sql: Pick<Sql, 'unsafe'>, reference: string): Promise<User> {
  const [user] = await sql.unsafe<User[]>(
    `select users.id, users.email, profiles.full_name as name, profiles.is_admin
     from auth.users join public.profiles on profiles.id = users.id
     where users.id::text = lower($1) or lower(users.email) = lower($1)`,
    [reference],
  )
  if (!user)
    throw new StartupError(
      `There is no account ${reference}: check the email or id, or let the user sign up first.`,
    )
  return user
}
