import type { BackendConfigInput } from '#backend/config/config.ts'
import { openTarget, type Target } from '../target.ts'

export type CaughtMail = {
  user: { id: string; email: string; new_email?: string } & Record<string, unknown>
  email_data: {
    email_action_type: string
    token: string
    token_hash: string
    token_new: string
    token_hash_new: string
    redirect_to: string
    site_url: string
  } & Record<string, string>
}

export type MailTarget = {
  target: Target
  sql: NonNullable<Target['sql']>
  /** All emails sent so far, oldest first. */
  mails(): Promise<CaughtMail[]>
  /** Returns the messages to users whose current or requested address is `email`, oldest first. */
  mailsTo(email: string): Promise<CaughtMail[]>
  lastMail(email: string): Promise<CaughtMail>
}

/**
 * Starts a backend that stores its emails in its test database instead of sending them. Throws for
 * a remote server (`isOwnTarget` is false), whose database the tests cannot access.
 */
export async function openMailTarget(
  settings: Partial<BackendConfigInput> = {},
): Promise<MailTarget> {
  const hooks = { ...settings.auth?.hooks, sendEmail: 'public.catch_mail' }
  const target = await openTarget({ ...settings, auth: { ...settings.auth, hooks } })
  const { sql } = target
  if (!sql) throw new Error('Mails are caught in a database of our own only')
  await sql`
    create table public.caught_mails (
      id bigint generated always as identity primary key,
      event jsonb not null
    )`
  await sql`
    create function public.catch_mail(event jsonb) returns jsonb language sql as
      $$ insert into public.caught_mails (event) values (catch_mail.event); select '{}'::jsonb $$`
  const mails = async () => {
    const rows = await sql<{ event: CaughtMail }[]>`
      select event from public.caught_mails order by id`
    return rows.map(({ event }) => event)
  }
  const mailsTo = async (email: string) =>
    (await mails()).filter(({ user }) => [user.email, user.new_email].includes(email.toLowerCase()))
  return {
    target,
    sql,
    mails,
    mailsTo,
    lastMail: async (email) => {
      const last = (await mailsTo(email)).at(-1)
      if (!last) throw new Error(`No mail was sent to ${email}`)
      return last
    },
  }
}
