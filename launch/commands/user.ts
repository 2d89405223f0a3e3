import type { Command } from 'commander'
import type { Sql } from 'postgres'
import { StartupError } from '#launch/startup-error.ts'
import { findUser } from './admin.ts'
import { setAction, table, withDatabase } from './command.ts'

export function addUserCommands(program: Command): void {
  const user = program
    .command('user')
    .description('look up, ban or delete an account; <user> is an email address or id')
  setAction(
    user.command('show <user>').description('print the facts of an account'),
    ([reference]) => withDatabase(({ sql }) => showUser(sql, reference!)),
  )
  setAction<{ reason: string; days?: string }>(
    user
      .command('ban <user>')
      .description('end all sessions of an account and refuse new ones')
      .requiredOption('--reason <text>', 'reason for the audit log')
      .option('--days <number>', 'length of the ban; without it the ban has no end'),
    ([reference], { reason, days }) =>
      withDatabase(({ sql }) => setBan(sql, reference!, banEnd(days), reason)),
  )
  setAction(user.command('unban <user>').description('lift the ban of an account'), ([reference]) =>
    withDatabase(({ sql }) => setBan(sql, reference!, null, '')),
  )
  setAction<{ yes?: boolean }>(
    user
      .command('delete <user>')
      .description('delete an account for good, as its owner could')
      .option('--yes', 'confirm the deletion'),
    ([reference], { yes = false }) => withDatabase(({ sql }) => deleteUser(sql, reference!, yes)),
  )
}

const noEndDays = 36_500

function banEnd(days = String(noEndDays)): Date {
  if (!/^\d{1,5}$/.test(days)) throw new StartupError('--days must be a number of days.')
  return new Date(Date.now() + Number(days) * 86_400_000)
}

function setBan(sql: Sql, reference: string, until: Date | null, reason: string) {
  return sql.begin(async (transaction) => {
    const { id, email } = await findUser(transaction, reference)
    // Updates the user before its sessions, in the lock order of the auth service.
    await transaction`update auth.users set banned_until = ${until} where id = ${id}`
    // Expires the sessions instead of deleting them, like the SQL function `ban_user`.
    if (until)
      await transaction`
        update auth.sessions set not_after = now()
        where user_id = ${id} and (not_after is null or not_after > now())`
    await transaction`
      select public.record_admin_action(
        ${until ? 'user.ban' : 'user.unban'}, 'user', ${id}, ${reason},
        ${transaction.json({ until: until?.toISOString() ?? null })})`
    const name = email ?? id
    return {
      data: { id, until },
      text: until
        ? `${name} is banned until ${until.toISOString()}.`
        : `${name} can sign in again.`,
    }
  })
}

async function showUser(sql: Sql, reference: string) {
  const { id } = await findUser(sql, reference)
  const [facts] = await sql`
    select users.id, users.email, users.phone, profiles.full_name as name, profiles.is_admin,
      users.created_at, users.last_sign_in_at, users.banned_until, profiles.deleted_at,
      users.email_confirmed_at,
      (select string_agg(provider, ', ') from auth.identities where user_id = users.id)
        as sign_in_methods,
      (select count(*)::int from auth.mfa_factors
        where user_id = users.id and status = 'verified') as second_factors,
      (select count(*)::int from auth.sessions
        where user_id = users.id and (not_after is null or not_after > now())) as sessions,
      (select count(*)::int from public.spaces where user_id = users.id) as listings,
      (select count(*)::int from public.bookings where user_id = users.id) as bookings,
      profiles.stripe_account_id as payout_account,
      profiles.stripe_onboarding_complete as payouts_ready
    from auth.users join public.profiles on profiles.id = users.id where users.id = ${id}`
  const rows = Object.entries(facts!).map(([name, value]) => [
    name.replaceAll('_', ' '),
    value instanceof Date ? value.toISOString() : String(value ?? ''),
  ])
  return { data: facts, text: table(rows) }
}

async function deleteUser(sql: Sql, reference: string, isConfirmed: boolean) {
  const { id, email } = await findUser(sql, reference)
  const name = email ?? id
  if (!isConfirmed)
    throw new StartupError(`Deleting ${name} cannot be undone. Add --yes to delete the account.`)
  return sql.begin(async (transaction) => {
    const [row] = await transaction<{ result: { erased: boolean; blockers: Blocker[] } }[]>`
      select public.erase_account(${id}) as result`
    const { erased, blockers } = row!.result
    if (!erased) {
      const reasons = blockers.map(({ kind, title, on_day }) => `  ${kind}: ${title}, ${on_day}`)
      const text = [`✗ ${name} cannot be deleted before this is settled:`, ...reasons].join('\n')
      return { data: { id, erased, blockers }, text, failed: true }
    }
    await transaction`select public.record_admin_action('user.delete', 'user', ${id})`
    return {
      data: { id, erased },
      text: `${name} is deleted. A job deletes the account’s files within a minute.`,
    }
  })
}

type Blocker = { kind: string; title: string; on_day: string }
