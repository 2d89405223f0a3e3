import { expect, test } from 'vitest'
import { openMarketWithBooks, type Booked } from './books.ts'
import type { Person } from './market.ts'
import { textOfPdf } from './pdf-text.ts'

const { market, books } = await openMarketWithBooks()
const { sql } = market.server

const documentsOf = (person: Person, { id }: Booked) =>
  person.call<Uint8Array>('booking-documents', { bookingId: id })

async function textOf(person: Person, booked: Booked): Promise<string> {
  const { status, body } = await documentsOf(person, booked)
  expect(status).toBe(200)
  return textOfPdf(body)
}

test('the guest gets invoices for rental and platform fee, and the host gets one for the commission but none for the platform fee', async () => {
  const booked = await books.book()
  const guest = await textOf(booked.guest, booked)
  for (const part of ['Invoice', 'Rental of the space', '$200.00', 'Platform fee', '$20.00'])
    expect(guest).toContain(part)
  expect(guest).not.toContain('commission')
  const host = await textOf(booked.host, booked)
  expect(host).toContain('Host commission')
  expect(host).not.toContain('Platform fee')
})

test('the invoice for the rental names the extras of a booking', async () => {
  const booked = await books.book()
  const extra = {
    id: booked.id,
    name: 'Backdrop',
    unit: 'booking',
    price: 30,
    quantity: 1,
    amount: 30,
  }
  await sql`update public.bookings set extras = ${sql.json([extra])} where id = ${booked.id}`
  expect(await textOf(booked.guest, booked)).toContain('Rental of the space with extras')
})

test("an invoice shows the host's billing details and VAT, and later changes to these details do not alter it", async () => {
  const host = await market.person('seller')
  await market.onboard(host)
  const details = (name: string) => sql`
    insert into public.billing_details
      (user_id, legal_name, address, country, tax_id, vat_percentage)
    values (${host.id}, ${name}, 'Oranienstr. 1, 10999 Berlin', 'DE', 'DE123456789', 19)
    on conflict (user_id) do update set legal_name = excluded.legal_name`
  await details('Tonraum GmbH')
  const booked = await books.book({ host, currency: 'EUR', price: 59.5 })
  const text = await textOf(booked.guest, booked)
  for (const part of ['Tonraum GmbH', 'Germany', 'VAT number DE123456789', 'VAT (19%)'])
    expect(text).toContain(part)
  for (const amount of ['€19.00', '€100.00']) expect(text).toContain(amount)
  await details('Other GmbH')
  expect(await textOf(booked.guest, booked)).toEqual(text)
})

test('an issued invoice and its later credit note keep the title, time and extras of the booking, even if the booking and the space change', async () => {
  const booked = await books.book()
  const text = await textOf(booked.guest, booked)
  await sql`
    update public.bookings set start_time = start_time + interval '30 hours',
      end_time = end_time + interval '30 hours', time_zone = 'Asia/Tokyo', extras = '[{}]'
    where id = ${booked.id}`
  await sql`
    update public.spaces set title = 'Cellar'
    where id = (select space_id from public.bookings where id = ${booked.id})`
  expect(await textOf(booked.guest, booked)).toEqual(text)
  await books.refund(booked, 11_000)
  await books.agree()
  const later = await textOf(booked.guest, booked)
  expect(later).toContain('Credit note')
  expect(later).not.toContain('Cellar')
  expect(later).not.toContain('with extras')
})

test('an invoice prints the country once if the address ends with its name', async () => {
  const booked = await books.book()
  await sql`
    insert into public.billing_details (user_id, legal_name, address, country)
    values (${booked.guest.id}, 'Gil', ${'Ring 1\n1010 Vienna\nAustria'}, 'AT')`
  const text = await textOf(booked.guest, booked)
  // The guest gets two invoices, for the rental and for the platform fee.
  expect(text.match(/Austria/g)).toHaveLength(2)
})

const earningOf = async ({ id }: Booked) => {
  const rows = await sql`
    select rental::float8, commission::float8, returned::float8, earned::float8
    from public.booking_earnings where id = ${id}`
  return rows[0]
}

test('a refund creates a proportional credit note for each invoice, and host earnings show the remaining commission', async () => {
  const booked = await books.book()
  await textOf(booked.guest, booked)
  await books.refund(booked, 11_000)
  await books.agree()
  const text = await textOf(booked.guest, booked)
  for (const part of ['Credit note', 'Corrects invoice', '-$100.00', '-$10.00'])
    expect(text).toContain(part)
  expect(await earningOf(booked)).toEqual({
    rental: 200,
    commission: 10,
    returned: 100,
    earned: 90,
  })
  await books.refund(booked)
  await books.agree()
  await textOf(booked.host, booked)
  expect(await earningOf(booked)).toBeUndefined()
  const rows = await sql`
    select subject, sum(case kind when 'invoice' then total_minor else -total_minor end)::int as left
    from public.documents where booking_id = ${booked.id} group by 1 order by 1`
  expect([...rows]).toEqual([
    { subject: 'commission', left: 0 },
    { subject: 'platform_fee', left: 0 },
    { subject: 'rental', left: 0 },
  ])
})

test('a credit note names the invoice that it corrects, even if both are issued by the same request', async () => {
  const booked = await books.book()
  await books.refund(booked)
  await books.agree()
  for (const person of [booked.guest, booked.host]) {
    const text = await textOf(person, booked)
    expect(text.match(/Corrects invoice/g)).toHaveLength(2)
    expect(await textOf(person, booked)).toEqual(text)
  }
})

test('the invoice numbers of a seller have neither gaps nor duplicates after concurrent requests and rollbacks', async () => {
  const host = await market.person('busy')
  await market.onboard(host)
  const booked: Booked[] = []
  for (let index = 0; index < 6; index++) booked.push(await books.book({ host }))
  const rolledBack = (one: Booked) =>
    sql
      .begin(async (transaction) => {
        await transaction`select public.issue_documents(${one.id}, ${one.guest.id})`
        throw new Error('rolled back')
      })
      .catch(() => {})
  await Promise.all(
    booked.flatMap((one) => [
      rolledBack(one),
      documentsOf(one.guest, one),
      documentsOf(one.host, one),
      rolledBack(one),
    ]),
  )
  const series = await sql<{ seller: string; numbers: number[] }[]>`
    select seller, array_agg(number::int order by number) as numbers
    from public.documents group by seller`
  const own = series.find(({ seller }) => seller === host.id)
  expect(own?.numbers).toEqual([1, 2, 3, 4, 5, 6])
  for (const { numbers } of series) expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('booking-documents returns 404 to other users, and issued invoices cannot be changed', async () => {
  const booked = await books.book()
  expect(await documentsOf(await market.person('other'), booked)).toMatchObject({
    status: 404,
    body: { code: 'booking_not_found' },
  })
  await textOf(booked.guest, booked)
  await expect(sql`update public.documents set total_minor = 1`).rejects.toThrow('do not change')
})
