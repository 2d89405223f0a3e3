import postgres, { type Sql } from 'postgres'
import type { InProcessServer } from '@hourspace/launch/testing/server.ts'
import { openMarket, type Market, type Person, type Space } from '../market.ts'
import { interceptCalls } from './crashes.ts'

/** Users and spaces that exist at the start of each sequence. */
type Cast = {
  host: Person
  guests: Person[]
  admin: Person
  spaces: Space[]
  /** The host's account at Stripe. */
  accountId: string
}

/** A server that runs sequences of booking and payment steps, one sequence after another. */
export type Stage = {
  market: Market<InProcessServer>
  /** Restores the initial state of the database and the Stripe fake before each sequence. */
  reset(): Promise<Cast>
  /** Lets hours pass by moving all times in the database into the past. */
  pass(hours: number): Promise<void>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  // Disables the change feed, because no step reads it and decoding costs time after each commit.
  const market = await openMarket({ jobs: false, realtime: false })
  const { server } = market
  const restore = interceptCalls(server)
  // Disables triggers and foreign keys for the connection. Changing the setting for each
  // transaction would discard the query plans of the connection.
  const sql = postgres(server.databaseUrl, {
    max: 1,
    onnotice: () => {},
    connection: { session_replication_role: 'replica' },
  })
  const emptyAtFirst = await emptyTables(sql)
  await server.stripe.control('webhooks', { mode: 'hold' })
  const cast = await createCast(market)
  await server.stripe.control('save', {})
  await createProcedures(sql, emptyAtFirst)
  return {
    market,
    reset: async () => {
      await Promise.all([sql`select model.reset()`, server.stripe.control('restore', {})])
      // Issues new access tokens, because a stage may be in use longer than a token is valid.
      const again = ({ id }: Person) => market.personOf(id)
      const host = again(cast.host)
      return {
        ...cast,
        host,
        guests: cast.guests.map(again),
        admin: again(cast.admin),
        spaces: cast.spaces.map((space) => ({ ...space, host })),
      }
    },
    pass: async (hours) => {
      await sql`select model.pass(make_interval(hours => ${hours}))`
    },
    close: async () => {
      restore()
      await sql.end()
      await server.stop()
    },
  }
}

export const password = 'a long enough password'

async function createCast(market: Market<InProcessServer>): Promise<Cast> {
  const { sql } = market.server
  const admin = await market.person('admin')
  await sql`update public.profiles set is_admin = true where id = ${admin.id}`
  const host = await market.person('host')
  const guests = await market.people('guest', 3)
  const accountId = await market.onboard(host)
  const spaces = [
    await market.space(host, { price: 10 }),
    await market.space(host, { price: 30, mode: 'request', policy: 'strict' }),
  ]
  await sql`update public.spaces set buffer_minutes = 60 where id = ${spaces[0]!.id}`
  // The spaces are open day and night, because operations choose hours relative to now.
  await sql`
    insert into public.space_opening_hours (space_id, weekday, first_start, last_start)
    select id, weekday, 0, 23 from public.spaces, generate_series(0, 6) as weekday
    on conflict (space_id, weekday) do update set first_start = 0, last_start = 23`
  // Users need a password and a session to delete their accounts. Each session has the id of its
  // user.
  await sql`
    update auth.users set email_confirmed_at = now(),
      encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', 4))`
  await sql`insert into auth.sessions (id, user_id) select id, id from auth.users`
  return { host, guests, admin, spaces, accountId }
}

const schemas = ['public', 'auth', 'auth_internal', 'storage', 'storage_internal']

async function emptyTables(sql: Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ${sql(schemas)}`
  const rows = await sql.unsafe<{ name: string }[]>(
    tables
      .map(({ name }) => `select '${name}' as name where not exists (select from ${name})`)
      .join(' union all '),
  )
  return rows.map(({ name }) => name)
}

/**
 * Creates SQL functions that reset the data and let time pass. They use PL/pgSQL, which caches the
 * query plans of their many statements. They skip empty tables, because even an update of no rows
 * takes time.
 */
async function createProcedures(sql: Sql, emptyAtFirst: readonly string[]): Promise<void> {
  const timed = await columnsOf(sql, { type: 'timestamp with time zone' })
  const move = (table: string, by: string) =>
    `update ${table} set ${timed
      .get(table)!
      .map((column) => `${column} = ${column} ${by}`)
      .join(', ')};`
  // Rows of space_availability are first moved 1,000 years into the future. Otherwise moved and
  // unmoved rows could overlap.
  const far = "interval '365000 days'"
  const moves = [...timed.keys()].map((table) => ({
    table,
    statements:
      table === 'public.space_availability'
        ? move(table, `+ ${far}`) + move(table, `- p_by - ${far}`)
        : move(table, '- p_by'),
  }))
  const changing = [...new Set([...emptyAtFirst, ...timed.keys()])]
  const deletions = changing.map((table) => ({ table, statements: `delete from ${table};` }))
  const emptyNow = new Set(await emptyTables(sql))
  const columns = await columnsOf(sql)
  const saved = changing
    .filter((table) => !emptyNow.has(table))
    .map((table) => ({
      table,
      copy: `model.${table.replace('.', '_')}`,
      columns: columns.get(table)!.join(', '),
    }))
  const copies = saved.map(
    ({ table, copy, columns }) => `create table ${copy} as select ${columns} from ${table};`,
  )
  const insertions = saved.map(
    ({ table, copy, columns }) =>
      `insert into ${table} (${columns}) overriding system value select ${columns} from ${copy};`,
  )
  await sql.unsafe(`
    create schema model;
    create table model.saved as select now() as at;
    ${copies.join('\n')}
    create function model.reset() returns void language plpgsql as $$
      ${forTablesWithRows(deletions)}
      ${insertions.join('\n')}
      -- Moves the restored rows into the past, so that they have the same age as when they were
      -- saved.
      perform model.pass((select at - now() from model.saved));
      end $$;
    create function model.pass(p_by interval) returns void language plpgsql as $$
      ${forTablesWithRows(moves)}
      end $$;`)
}

/**
 * Returns the columns of each table, except generated columns. With `type`, returns only columns of
 * this type in the schema `public`.
 */
async function columnsOf(sql: Sql, { type = '' } = {}): Promise<Map<string, string[]>> {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select format('%I.%I', table_schema, table_name) as name,
      array_agg(quote_ident(column_name) order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and table_schema in ${sql(type ? ['public'] : schemas)}
      and ${type} in ('', data_type)
    group by table_schema, table_name`
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

function forTablesWithRows(work: readonly { table: string; statements: string }[]): string {
  const tables = work.map(({ table }) => `select '${table}' where exists (select from ${table})`)
  const steps = work.map(
    ({ table, statements }) => `if '${table}' = any(filled) then ${statements} end if;`,
  )
  return `
    declare filled text[] := array(${tables.join(' union all ')});
    begin ${steps.join('\n')}`
}
