import { expect, test } from 'vitest'
import { company } from '@hourspace/domain/company.ts'
import { textOfPdf } from '#functions/tests/pdf-text.ts'
import { linesOf, receiptPdf, type Receipt } from './receipt-pdf.ts'

const receipt: Receipt = {
  payment_id: '7d3c1f6e-0000-4000-8000-000000000001',
  paid_at: new Date('2026-11-20T08:00:00Z'),
  booking_id: '7d3c1f6e-0000-4000-8000-000000000002',
  start_time: new Date('2026-11-25T11:00:00Z'),
  end_time: new Date('2026-11-25T13:00:00Z'),
  time_zone: 'Europe/Berlin',
  status: 'confirmed',
  guest_count: 6,
  extras: [{ id: 'x', name: 'Coffee', unit: 'person', price: 4, quantity: 6, amount: 24 }],
  price_lines: [{ price: 46, hours: 2, amount: 92 }],
  currency: 'EUR',
  rental_amount: 116,
  platform_fee_percentage: 10,
  platform_fee_amount: 11.6,
  total_price: 127.6,
  refunded_amount: 0,
  refund_status: null,
  space_title: 'Tonraum Kreuzberg',
  location: 'Berlin',
  country: 'Germany',
  guest_name: 'Emma Łuczak',
  guest_email: 'emma@example.com',
  host_name: 'Maya Castillo',
}

test('a receipt lists rental, extras, fee, total, payer, date of payment, space and booking time', async () => {
  const text = textOfPdf(await receiptPdf(receipt))
  for (const part of [
    company.name,
    'Number 7D3C1F6E',
    'Paid by card on Friday, November 20, 2026',
    'emma@example.com',
    'Tonraum Kreuzberg',
    'Wednesday, November 25, 2026',
    '12:00 PM – 2:00 PM',
    'Rental: 2 hours',
    '€92.00',
    'Coffee x 6',
    '€24.00',
    'Platform fee (10%)',
    '€11.60',
    'Total paid',
    '€127.60',
  ])
    expect(text).toContain(part)
})

test('a receipt lists the hours at each price and the length discount', () => {
  const priced = {
    ...receipt,
    price_lines: [
      { price: 40, hours: 1, amount: 40 },
      { price: 62.22, hours: 1, amount: 62.22 },
      { percentage: 10, amount: -10.22 },
    ],
  }
  expect(linesOf(priced).slice(0, 3)).toEqual([
    { name: 'Rental: 1 hour at €40.00', amount: '€40.00' },
    { name: 'Rental: 1 hour at €62.22', amount: '€62.22' },
    { name: 'Discount for 2 hours (10%)', amount: '-€10.22' },
  ])
})

test('rendering the same receipt twice returns identical bytes', async () => {
  const [one, other] = await Promise.all([receiptPdf(receipt), receiptPdf(receipt)])
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
})

test('the receipt of a refunded booking ends with the refund and the total after the refund', () => {
  const refunded = { ...receipt, refunded_amount: 63.8, refund_status: 'succeeded' }
  expect(linesOf(refunded).slice(-3)).toEqual([
    { name: 'Total paid', amount: '€127.60', isTotal: true },
    { name: 'Refunded', amount: '-€63.80' },
    { name: 'Total after refund', amount: '€63.80', isTotal: true },
  ])
})

test.each([
  'Emma Łuczak, Đorđe Işık, Nguyễn Văn An',
  'Ελένη Παπαδοπούλου',
  'Сергій Їжакевич',
  '山田 太郎 (Taro Yamada)',
  '김민준',
  '张伟, 陳大文',
])('a receipt shows the name "%s" without a replaced character', async (name) => {
  const text = textOfPdf(await receiptPdf({ ...receipt, guest_name: name }))
  expect(text.split('\n')).toContain(name)
})

test('a receipt in Korean won shows the currency sign', async () => {
  const text = textOfPdf(await receiptPdf({ ...receipt, currency: 'KRW', total_price: 46000 }))
  expect(text).toContain('₩46,000')
})
