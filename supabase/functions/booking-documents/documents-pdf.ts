import { company } from '@hourspace/domain/company.ts'
import { formatMinor, type Currency } from '@hourspace/domain/money.ts'
import { taxNumberName } from '@hourspace/domain/tax.ts'
import { amountLine, colors, openPdf, print } from '#functions/_shared/pdf.ts'
import { dayOf, spanOf, zoneOf } from '#functions/_shared/mail/dates.ts'

const { ink, soft, accent } = colors

type Party = { name: string; address: string; country: string | null; tax_id: string }

/** An issued invoice or credit note. Amounts are in minor units. */
export type InvoiceDocument = {
  seller: string
  number: number
  kind: 'invoice' | 'credit_note'
  subject: 'rental' | 'platform_fee' | 'commission'
  booking_id: string
  corrects_number: number | null
  currency: Currency
  total_minor: number
  vat_percentage: number | null
  parties: { seller?: Party; buyer: Party }
  /** The booking at the time of issue. The times are ISO instants. */
  details: {
    title: string
    starts_at: string
    ends_at: string
    time_zone: string
    has_extras: boolean
  }
  issued_at: Date
}

function subjectOf({ subject, details }: InvoiceDocument): string {
  if (subject === 'platform_fee') return 'Platform fee'
  if (subject === 'commission') return 'Host commission'
  return details.has_extras ? 'Rental of the space with extras' : 'Rental of the space'
}

/**
 * Renders documents as a tagged PDF with one document per page. Equal documents give identical
 * bytes.
 */
export async function documentsPdf(
  documents: readonly InvoiceDocument[],
): Promise<Uint8Array<ArrayBuffer>> {
  const { doc, root, bytes } = openPdf(
    `Invoices - ${company.name}`,
    documents[0]?.issued_at ?? new Date(0),
  )
  const write = (tag: string, work: () => void) => root.add(doc.struct(tag, {}, work))
  for (const [index, document] of documents.entries()) {
    if (index > 0) doc.addPage()
    const { kind, currency, total_minor: total } = document
    const money = (minor: number) => formatMinor(minor, currency)
    write('P', () => {
      const [name, ...rest] = sellerLines(document)
      print(doc, name ?? '', 16, accent, true)
      print(doc, rest.join('\n'), 10, soft).moveDown(2)
    })
    write('H1', () => {
      const title = kind === 'invoice' ? 'Invoice' : 'Credit note'
      print(doc, title, 24, ink, true).moveDown(0.3)
    })
    write('P', () => {
      print(doc, factsOf(document).join('\n'), 10.5, soft).moveDown(1.4)
    })
    for (const [name, value] of detailsOf(document))
      write('P', () => {
        print(doc, name, 9, soft)
        print(doc, value, 11, ink).moveDown(0.6)
      })
    doc.moveDown(0.8)
    const signed = kind === 'invoice' ? total : -total
    const vat = vatOf(document)
    if (vat) {
      write('P', () => amountLine(doc, subjectOf(document), money(signed - vat)))
      write('P', () => amountLine(doc, `VAT (${document.vat_percentage}%)`, money(vat)))
    } else {
      write('P', () => amountLine(doc, subjectOf(document), money(signed)))
    }
    write('P', () =>
      amountLine(doc, kind === 'invoice' ? 'Total' : 'Total credited', money(signed), true),
    )
    write('P', () => {
      doc.moveDown(2)
      print(doc, footerOf(document), 9, soft)
    })
  }
  root.end()
  doc.end()
  return bytes
}

/**
 * Returns the VAT included in the document's total, in minor units. It is negative for a credit
 * note, and 0 if the document shows no VAT.
 */
function vatOf({ kind, total_minor: total, vat_percentage: rate }: InvoiceDocument): number {
  if (!rate) return 0
  const vat = Math.round((total * rate) / (100 + rate))
  return kind === 'invoice' ? vat : -vat
}

/** Returns the document number as printed. Each seller has its own series of numbers. */
const documentNumber = ({ seller, number }: Pick<InvoiceDocument, 'seller' | 'number'>) =>
  `${seller === 'platform' ? 'HS' : seller.slice(0, 4).toUpperCase()}-${String(number).padStart(5, '0')}`

function sellerLines({ parties }: InvoiceDocument): string[] {
  return parties.seller ? partyLines(parties.seller) : [company.name, company.place, company.email]
}

const countryNames = new Intl.DisplayNames('en-US', { type: 'region' })

function partyLines({ name, address, country, tax_id }: Party): string[] {
  const addressLines = address.split('\n').map((line) => line.trim())
  const countryName = country && countryNames.of(country)
  return [
    name || 'Name not given',
    ...addressLines,
    // Omits the country if the last line of the address already contains it.
    (countryName !== addressLines.at(-1) && countryName) || '',
    tax_id && `${taxNumberName(country)} ${tax_id}`,
  ].filter(Boolean)
}

function factsOf(document: InvoiceDocument): string[] {
  const { seller, corrects_number: corrected, issued_at, details } = document
  return [
    `Number ${documentNumber(document)}`,
    `Issued on ${dayOf(issued_at, details.time_zone)}`,
    ...(corrected ? [`Corrects invoice ${documentNumber({ seller, number: corrected })}`] : []),
  ]
}

function detailsOf(document: InvoiceDocument): [string, string][] {
  const { parties, details } = document
  const { title, time_zone } = details
  const [startsAt, endsAt] = [new Date(details.starts_at), new Date(details.ends_at)]
  return [
    ['Billed to', partyLines(parties.buyer).join('\n')],
    ['Space', title],
    [
      'Time',
      `${dayOf(startsAt, time_zone)}\n${spanOf(startsAt, endsAt, time_zone)}, ${zoneOf(startsAt, time_zone)}`,
    ],
  ]
}

function footerOf({ kind, subject, booking_id }: InvoiceDocument): string {
  const paid =
    kind === 'credit_note'
      ? subject === 'commission'
        ? 'Credited because the guest got a refund.'
        : 'Refunded to the guest.'
      : subject === 'commission'
        ? "Already deducted from the host's share."
        : `Paid by card through ${company.name}.`
  return `${paid} Booking ${booking_id}.`
}
