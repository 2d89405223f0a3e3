import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { currentMigrations } from './released-migrations.ts'
import { createTestDatabase } from './testing/database.ts'
import { ensureDemoTemplate } from './testing/product-server.ts'
import { dumpData, loadData, readReleases, type ReleaseData } from './testing/release-data.ts'
import { version } from './version.ts'

const supabaseDir = fileURLToPath(new URL('../supabase', import.meta.url))

/** Returns the demo data of this version, which is used if there is no release yet. */
async function currentData(): Promise<ReleaseData> {
  await ensureDemoTemplate()
  const demo = await createTestDatabase('demo')
  try {
    return await dumpData(demo.sql, version, Object.keys(currentMigrations()))
  } finally {
    await demo.drop()
  }
}

let releases: ReleaseData[]
beforeAll(async () => {
  releases = readReleases()
  if (releases.length === 0) releases = [await currentData()]
})

test('a database of each release keeps its rows when it is upgraded to this version', async () => {
  for (const release of releases) {
    const database = await createTestDatabase('bare')
    try {
      const { url: databaseUrl, sql } = database
      await migrate({ databaseUrl, supabaseDir, only: release.migrations })
      await loadData(sql, release)
      await migrate({ databaseUrl, supabaseDir })
      expect(await migrate({ databaseUrl, supabaseDir })).toEqual([])
      const lost = []
      for (const { name, rows } of release.tables) {
        const [table] = await sql<
          { exists: boolean }[]
        >`select to_regclass(${name}) is not null as exists`
        // A migration may drop a table on purpose, but must not lose rows of a remaining table.
        if (!table?.exists) continue
        const [{ count } = { count: 0 }] = await sql.unsafe<{ count: number }[]>(
          `select count(*)::int as count from ${name}`,
        )
        if (count < rows.length)
          lost.push(`${release.version}: ${name} has ${count} of ${rows.length} rows`)
      }
      expect(lost).toEqual([])
    } finally {
      await database.drop()
    }
  }
})

test('upgrading from 0.2.0 appends numbers to labels of space types that differ only in case', async () => {
  const release = releases.find((each) => each.version === '0.2.0')
  if (!release) return
  const database = await createTestDatabase('bare')
  try {
    const { url: databaseUrl, sql } = database
    await migrate({ databaseUrl, supabaseDir, only: release.migrations })
    await sql`
      insert into public.space_types (name, label, created_at) values
        ('barn-a', 'Barn', '2026-01-01'), ('barn-b', 'BARN', '2026-01-02'),
        ('barn-c', 'Barn 2', '2026-01-03'), ('barn-d', 'barn', '2026-01-04')`
    await migrate({ databaseUrl, supabaseDir })
    const labels = await sql`
      select label from public.space_types where name like 'barn%' order by name`
    expect(labels.map(({ label }) => label)).toEqual(['Barn', 'BARN 3', 'Barn 2', 'barn 4'])
  } finally {
    await database.drop()
  }
})

test('upgrading from 0.2.0 fills in the guest count of booking changes, and the title and start time of booking documents', async () => {
  const release = releases.find((each) => each.version === '0.2.0')
  if (!release) return
  const database = await createTestDatabase('bare')
  try {
    const { url: databaseUrl, sql } = database
    await migrate({ databaseUrl, supabaseDir, only: release.migrations })
    await loadData(sql, release)
    await sql`
      insert into public.booking_changes (booking_id, proposed_by, status, old_start_time,
        old_end_time, old_extras, old_total_minor, start_time, end_time, extras, price_lines,
        currency, rental_minor, platform_fee_minor, total_minor, host_commission_minor,
        host_share_minor, answer_by)
      select id, 'guest', 'done', start_time, end_time, extras, 0, start_time, end_time, extras,
        price_lines, currency, 0, 0, 0, 0, 0, now()
      from public.bookings where guest_count > 1 limit 3`
    await sql`
      with booking as (
        select bookings.id, bookings.user_id
        from public.bookings join public.payments on payments.booking_id = bookings.id
        where payments.status = 'paid' and payments.total_minor > 0 limit 1)
      select public.issue_documents(id, user_id) from booking`
    await migrate({ databaseUrl, supabaseDir })
    const documents = await sql`
      select details ->> 'title' = title
        and (details ->> 'starts_at')::timestamptz = start_time as is_same
      from public.documents
      join public.bookings on bookings.id = booking_id
      join public.spaces on spaces.id = space_id`
    expect(documents).toEqual(documents.map(() => ({ is_same: true })))
    expect(documents.length).toBeGreaterThan(1)
    await expect(sql`delete from public.documents`).rejects.toThrow('do not change')
    const changes = await sql`
      select changes.old_guest_count = bookings.guest_count
        and changes.guest_count = bookings.guest_count as is_same
      from public.booking_changes changes join public.bookings on bookings.id = booking_id`
    expect(changes).toEqual([{ is_same: true }, { is_same: true }, { is_same: true }])
  } finally {
    await database.drop()
  }
})

test('upgrading from 0.2.0 writes off the debts of hosts whose accounts were deleted', async () => {
  const release = releases.find((each) => each.version === '0.2.0')
  if (!release) return
  const database = await createTestDatabase('bare')
  try {
    const { url: databaseUrl, sql } = database
    await migrate({ databaseUrl, supabaseDir, only: release.migrations })
    await loadData(sql, release)
    // Simulates a dispute that was lost after the payout, when the host had deleted the account.
    const [payout] = await sql<{ id: string; payment_id: string; host_id: string }[]>`
      select payouts.id, payments.id as payment_id, host_id
      from public.payouts join public.payments on payments.booking_id = payouts.booking_id
      where payouts.status = 'paid' and payouts.amount_minor > 0 limit 1`
    await sql`update public.profiles set deleted_at = now() where id = ${payout!.host_id}`
    await sql`
      insert into public.disputes (id, payment_id, amount_minor, currency, status, withdrawn, closed_at)
      select 'du_lost', id, total_minor, currency, 'lost', true, now()
      from public.payments where id = ${payout!.payment_id}`
    await sql`select public.settle_payment(${payout!.payment_id})`
    const debt = async () =>
      (
        await sql`
          select owed_minor, written_off_minor from public.payouts where id = ${payout!.id}`
      )[0]!
    const { owed_minor } = await debt()
    expect(Number(owed_minor)).toBeGreaterThan(0)
    await migrate({ databaseUrl, supabaseDir })
    expect(await debt()).toEqual({ owed_minor: '0', written_off_minor: owed_minor })
    const accounts = await sql`
      select account from public.ledger_entries
      where account in ('host_debts', 'bad_debts')
        and transaction_id in (
          select id from public.ledger_transactions where payment_id = ${payout!.payment_id})
      group by account having sum(amount_minor) > 0`
    expect(accounts).toEqual([{ account: 'bad_debts' }])
  } finally {
    await database.drop()
  }
})

test('upgrading from 0.2.0 lets an admin answer a dispute that was answered as an inquiry, until it is due', async () => {
  const release = releases.find((each) => each.version === '0.2.0')
  if (!release) return
  const database = await createTestDatabase('bare')
  try {
    const { url: databaseUrl, sql } = database
    await migrate({ databaseUrl, supabaseDir, only: release.migrations })
    await loadData(sql, release)
    const [payment] = await sql<{ charge: string; total: string }[]>`
      select stripe_charge_id as charge, total_minor as total from public.payments
      where stripe_charge_id is not null limit 1`
    const { charge, total } = payment!
    for (const id of ['du_1', 'du_3'])
      await sql`select public.record_dispute(${charge}, ${id}, 'inquiry', ${total}, false, false)`
    await sql`update public.disputes set answered_at = now() where id in ('du_1', 'du_3')`
    for (const id of ['du_1', 'du_2', 'du_3'])
      await sql`select public.record_dispute(${charge}, ${id}, 'open', ${total}, true, false)`
    await sql`update public.disputes set answered_at = now() where id = 'du_2'`
    await sql`update public.disputes set due_by = now() - interval '1 day' where id = 'du_3'`
    await migrate({ databaseUrl, supabaseDir })
    const disputes = await sql`
      select id, status, answered_at is not null as answered from public.disputes
      where id in ('du_1', 'du_2', 'du_3') order by id`
    expect(disputes).toEqual([
      { id: 'du_1', status: 'open', answered: false },
      { id: 'du_2', status: 'open', answered: true },
      { id: 'du_3', status: 'open', answered: true },
    ])
  } finally {
    await database.drop()
  }
})
