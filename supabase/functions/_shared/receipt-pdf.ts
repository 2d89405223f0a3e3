import { company } from '@hourspace/domain/company.ts'
import { hoursBetween } from '@hourspace/domain/durations.ts'
import { type BookedExtra, bookedExtraText } from '@hourspace/domain/extras.ts'
import { rentalLines, type PriceLine } from '@hourspace/domain/fees.ts'
import { formatMoney, toDecimal, toMinor, type Currency } from '@hourspace/domain/money.ts'
import { amountLine, colors, openPdf, print } from '#functions/_shared/pdf.ts'
import { dayOf, spanOf, zoneOf } from '#functions/_shared/mail/dates.ts'

const { ink, soft, accent } = colors

/** A paid booking. Amounts are in major units. */
export type Receipt = {
  payment_id: string
  paid_at: Date
  booking_id: string
  start_time: Date
  end_time: Date
  time_zone: string
  status: string
  guest_count: number
  extras: BookedExtra[]
  price_lines: PriceLine[]
  currency: Currency
  rental_amount: number
  platform_fee_percentage: number
  platform_fee_amount: number
  total_price: number
  refunded_amount: number
  refund_status: string | null
  space_title: string
  location: string
  country: string
  guest_name: string | null
  guest_email: string
  host_name: string | null
}

/** Renders a receipt as a tagged A4 PDF. The same receipt gives identical bytes. */
export async function receiptPdf(receipt: Receipt): Promise<Uint8Array<ArrayBuffer>> {
  const number = receiptNumber(receipt.payment_id)
  const { doc, root, bytes } = openPdf(`Receipt ${number} - ${company.name}`, receipt.paid_at)
  const write = (tag: string, work: () => void) => root.add(doc.struct(tag, {}, work))

  write('P', () => {
    print(doc, company.name, 18, accent, true)
    print(doc, `${company.place}\n${company.email}`, 10, soft).moveDown(2)
  })
  write('H1', () => void print(doc, 'Receipt', 24, ink, true).moveDown(0.3))
  write('P', () => {
    const paid = `Paid by card on ${dayOf(receipt.paid_at, receipt.time_zone)}`
    print(doc, `Number ${number}\n${paid}`, 10.5, soft).moveDown(1.4)
  })
  for (const [name, value] of factsOf(receipt)) {
    write('P', () => {
      print(doc, name, 9, soft)
      print(doc, value, 11, ink).moveDown(0.6)
    })
  }
  doc.moveDown(0.8)
  for (const { name, amount, isTotal } of linesOf(receipt))
    write('P', () => amountLine(doc, name, amount, isTotal))
  write('P', () => {
    doc.moveDown(2)
    print(
      doc,
      `${company.name} collected this payment for the host. Booking ${receipt.booking_id}.`,
      9,
      soft,
    )
  })
  root.end()
  doc.end()
  return bytes
}

const receiptNumber = (paymentId: string) => paymentId.slice(0, 8).toUpperCase()

function factsOf(receipt: Receipt): [string, string][] {
  const { start_time, end_time, time_zone, guest_count: guests } = receipt
  return [
    ['Billed to', [receipt.guest_name, receipt.guest_email].filter(Boolean).join('\n')],
    ['Space', `${receipt.space_title}\n${receipt.location}, ${receipt.country}`],
    ...(receipt.host_name ? [['Host', receipt.host_name] satisfies [string, string]] : []),
    [
      'Time',
      `${dayOf(start_time, time_zone)}\n${spanOf(start_time, end_time, time_zone)}, ${zoneOf(start_time, time_zone)}`,
    ],
    ['People', String(guests)],
  ]
}

type Line = { name: string; amount: string; isTotal?: boolean }

export function linesOf(receipt: Receipt): Line[] {
  const { currency, extras, refunded_amount: refunded } = receipt
  const money = (amount: number) => formatMoney(amount, currency)
  const hours = hoursBetween(receipt.start_time, receipt.end_time)
  const refundName = receipt.refund_status === 'succeeded' ? 'Refunded' : 'Refund'
  return [
    ...rentalLines({ ...receipt, hours }).map(({ name, amount }) => ({
      name,
      amount: money(amount),
    })),
    ...extras.map((extra) => ({ name: bookedExtraText(extra), amount: money(extra.amount) })),
    {
      name: `Platform fee (${receipt.platform_fee_percentage}%)`,
      amount: money(receipt.platform_fee_amount),
    },
    { name: 'Total paid', amount: money(receipt.total_price), isTotal: true },
    ...(refunded > 0
      ? [
          { name: refundName, amount: `-${money(refunded)}` },
          {
            name: 'Total after refund',
            amount: money(
              toDecimal(
                toMinor(receipt.total_price, currency) - toMinor(refunded, currency),
                currency,
              ),
            ),
            isTotal: true,
          },
        ]
      : []),
  ]
}
