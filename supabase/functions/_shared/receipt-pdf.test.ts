import { expect, test, vi } from 'vitest'
import { company } from '@hourspace/domain/company.ts'
import { linesOfPdf, textOfPdf } from '#functions/tests/pdf-text.ts'
import { amountLine, openPdf } from './pdf.ts'
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
    'Coffee × 6 people',
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
  'محمد علي',
  'דוד כהן',
  'สมชาย ใจดี',
  'রহমান খান',
  'தமிழ்நாடு',
  'ਗੁਰਪਰੀਤ',
  'გიორგი',
  'Արամ Խաչատրյան',
  'ສົມຊາຍ',
  'Booked by محمد علي for Studio אור 2',
])('a receipt shows the name "%s" without a missing glyph', async (name) => {
  const lines = linesOfPdf(await receiptPdf({ ...receipt, guest_name: name, host_name: null }))
  expect(lines.map(textOf)).toContain(name)
  // Glyph 0 is the box that a font draws for a missing character.
  expect(lines.flat().flatMap(({ glyphs }) => glyphs)).not.toContain(0)
})

// For these names, PDFKit draws the glyphs in another order and omits joiners, so the extracted
// text differs from the name.
test.each(['राहुल शर्मा', 'தமிழ்ச்செல்வன்', 'زهرا می‌خواهد', 'น้ำใส'])(
  'a receipt shows each letter of the name "%s" without a missing glyph',
  async (name) => {
    const lines = linesOfPdf(await receiptPdf({ ...receipt, guest_name: name }))
    const text = lines.map(textOf).join('\n')
    for (const letter of name.match(/\p{L}/gu)!) expect(text).toContain(letter)
    expect(lines.flat().flatMap(({ glyphs }) => glyphs)).not.toContain(0)
  },
)

test('a right-to-left name in an English line runs from right to left between the English words', async () => {
  const guest_name = 'Booked by محمد علي for אור 2 (תל אביב) 3'
  const line = await lineOf({ guest_name }, 'Booked by')
  const fromLeft = line.toSorted((a, b) => a.x - b.x).map(({ text }) => text.trim())
  expect(fromLeft.join(' ').replaceAll(/ +/g, ' ')).toBe(
    'Booked by علي محمد for 3 ( אביב תל ) 2 אור',
  )
})

test('a title that starts in Arabic runs from right to left, and its spaces stay between the words', async () => {
  const line = await lineOf({ space_title: 'استوديو Loft برلين' }, 'استوديو')
  const fromLeft = line.toSorted((a, b) => a.x - b.x).map(({ text }) => text.trim())
  expect(fromLeft.filter(Boolean)).toEqual(['برلين', 'Loft', 'استوديو'])
})

test.each([
  ['Loft 🎉 Berlin', 'Loft Berlin'],
  ['🎉 Loft ❤️', 'Loft'],
  ['Loft 👩🏽‍💻 👨‍👩‍👧 Berlin', 'Loft Berlin'],
  ['Studio 1️⃣', 'Studio 1'],
  ['葛󠄀城 スタジオ', '葛城 スタジオ'],
])('a receipt prints the title "%s" as "%s"', async (space_title, printed) => {
  const lines = linesOfPdf(await receiptPdf({ ...receipt, space_title }))
  expect(lines.map(textOf)).toContain(printed)
  expect(lines.flat().flatMap(({ glyphs }) => glyphs)).not.toContain(0)
})

test('a long title in several scripts wraps within the page and loses no word', async () => {
  const words = 'Studio 東京スタジオ محمد সভাকক্ষ with קומה roof ห้องประชุม '
  const space_title = words.repeat(6).trim()
  const lines = linesOfPdf(await receiptPdf({ ...receipt, space_title, extras: [] }))
  const titled = lines.slice(
    lines.findIndex((line) => textOf(line) === 'Space') + 1,
    lines.findIndex((line) => textOf(line).startsWith('Berlin')),
  )
  expect(titled.length).toBeGreaterThan(2)
  expect(titled.map(textOf).join(' ').split(/\s+/).join('')).toBe(space_title.replaceAll(' ', ''))
  for (const run of titled.flat()) expect(run.x).toBeLessThan(595 - 64)
})

test('a receipt shows the amount of an extra whose name is only an emoji on its own line', async () => {
  const extras = [{ ...receipt.extras[0]!, name: '🎉', quantity: 1, amount: 5 }]
  const lines = linesOfPdf(await receiptPdf({ ...receipt, extras }))
  expect(lines.map((line) => textOf(line).trim())).toContain('€5.00')
})

test('each amount of a receipt that fills two pages is on the line of its name', async () => {
  const extras = Array.from({ length: 30 }, (_, index) => ({
    ...receipt.extras[0]!,
    name: `Extra ${index}`,
  }))
  const lines = linesOfPdf(await receiptPdf({ ...receipt, extras })).map(textOf)
  for (let index = 0; index < 30; index++)
    expect(lines).toContain(`Extra ${index} × 6 people€24.00`)
})

test('a page break never separates the name of a total from its amount', async () => {
  const { doc, root, bytes } = openPdf('Totals', receipt.paid_at)
  const heights = Array.from({ length: 60 }, (_, height) => height)
  for (const height of heights) {
    doc.addPage()
    doc.y = doc.page.maxY() - height
    root.add(doc.struct('P', {}, () => amountLine(doc, 'Total', '€5.00', true)))
  }
  root.end()
  doc.end()
  const lines = linesOfPdf(await bytes).map(textOf)
  expect(lines).toEqual(heights.map(() => 'Total€5.00'))
})

test('the bytes of a receipt do not depend on the receipts rendered before', async () => {
  vi.resetModules()
  const fresh = await import('./receipt-pdf.ts')
  // Noto Sans renders 'i\u0307' with the glyph of 'ı' and a dot. Rendering the first receipt
  // therefore already caches the glyph that the second receipt needs.
  await fresh.receiptPdf({ ...receipt, guest_name: 'i\u0307' })
  const later = await fresh.receiptPdf({ ...receipt, guest_name: 'ı' })
  vi.resetModules()
  const first = await import('./receipt-pdf.ts')
  const alone = await first.receiptPdf({ ...receipt, guest_name: 'ı' })
  expect(Buffer.from(later).equals(Buffer.from(alone))).toBe(true)
})

const textOf = (line: { text: string }[]) => line.map(({ text }) => text).join('')

async function lineOf(values: Partial<Receipt>, start: string) {
  const lines = linesOfPdf(await receiptPdf({ ...receipt, ...values }))
  return lines.find((line) => textOf(line).startsWith(start))!
}

test('a receipt in Korean won shows the currency sign', async () => {
  const text = textOfPdf(await receiptPdf({ ...receipt, currency: 'KRW', total_price: 46000 }))
  expect(text).toContain('₩46,000')
})
