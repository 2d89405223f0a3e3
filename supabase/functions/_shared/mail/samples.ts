import { company } from '@hourspace/domain/company.ts'
import type { Site } from './content.ts'
import { renderHtml, renderText } from './layout.ts'
import { templates } from './templates/index.ts'

const id = '7d3c1f6e-0000-4000-8000-000000000001'
const token = '0123456789abcdef'.repeat(3)

/** Sample data that suits most email templates. */
const sample = {
  booking_id: id,
  space_id: id,
  conversation_id: id,
  space_title: 'Tonraum Kreuzberg',
  space_path: 'tonraum-kreuzberg',
  space_address: 'tonraum-kreuzberg',
  location: 'Berlin',
  country: 'Germany',
  street_address: 'Oranienstraße 25',
  arrival_notes: 'Ring twice at “Tonraum”.\nThe studio is in the second courtyard, third floor.',
  starts_at: '2026-11-25T11:00:00Z',
  ends_at: '2026-11-25T13:00:00Z',
  time_zone: 'Europe/Berlin',
  booked_at: '2026-11-20T09:30:00Z',
  answer_by: '2026-11-21T09:30:00Z',
  closes_at: '2026-12-09T13:00:00Z',
  guest_count: 4,
  extras: [{ name: 'Microphone', unit: 'person', quantity: 2, amount: 20 }],
  currency: 'EUR',
  rental_minor: 9200,
  platform_fee_minor: 920,
  total_minor: 10120,
  host_commission_minor: 920,
  host_share_minor: 8280,
  refunded_minor: 10120,
  agreed_minor: 8280,
  withheld_minor: 0,
  owed_minor: 0,
  sent_minor: 8280,
  amount_minor: 8280,
  disputed_minor: 10120,
  claimed_minor: 5000,
  decided_minor: 5000,
  cancellation_policy: 'flexible',
  guest_name: 'Liam O’Connor',
  host_name: 'Maya Castillo',
  calendar: {
    id,
    guest_count: 4,
    starts_at: '2026-11-25T11:00:00Z',
    ends_at: '2026-11-25T13:00:00Z',
    sequence: 0,
    is_cancelled: false,
  },
  name: 'Liam O’Connor',
  email: 'liam@example.com',
  reporter: 'Liam O’Connor',
  status: 'declined',
  answer: 'declined',
  hidden_reason: 'It names another guest.',
  note: 'I’m sorry, the studio is being painted that week.',
  suggested_starts_at: '2026-12-02T11:00:00Z',
  suggested_ends_at: '2026-12-02T13:00:00Z',
  cancelled_by: 'host',
  reason: 'emergency',
  to: 'guest',
  proposed_by: 'host',
  change_status: 'open',
  change_answer_by: '2026-11-22T11:00:00Z',
  old_starts_at: '2026-11-25T11:00:00Z',
  old_ends_at: '2026-11-25T13:00:00Z',
  old_guest_count: 4,
  old_extras: [],
  old_total_minor: 10120,
  new_starts_at: '2026-11-25T14:00:00Z',
  new_ends_at: '2026-11-25T17:00:00Z',
  new_guest_count: 6,
  new_extras: [],
  new_total_minor: 15180,
  new_share_minor: 12420,
  kind: 'damage',
  problem_status: 'upheld',
  details: 'The door of the recording booth no longer closes.',
  decision_note: 'The photos show the damage.',
  dispute_status: 'open',
  stripe_id: 'dp_1SampleDispute',
  is_retried: true,
  booking_stands: true,
  calendar_name: 'Google',
  summary: 'Band rehearsal',
  event_starts_at: '2026-11-25T12:00:00Z',
  event_ends_at: '2026-11-25T14:00:00Z',
  checked_at: '2026-11-24T08:00:00Z',
  excerpt: 'Can we bring our own drum kit?',
  message: 'Can we bring our own drum kit?',
  rating: 5,
  subject: 'general',
  unsubscribe_token: token,
  confirm_token: token,
  position: 'product-designer',
  phone: null,
  letter: 'I would like to design the next version of the calendar.',
  resume_path: 'sample/resume.pdf',
  resume_name: 'resume.pdf',
  resume_type: 'application/pdf',
  at: '2026-11-23T10:00:00Z',
  new_email: 'liam.new@example.com',
  old_email: 'liam@example.com',
  provider: 'google',
  factor_type: 'totp',
  device: 'Firefox on Linux',
  ip_address: '203.0.113.7',
  code: '482913',
  token_hash: 'sample',
  redirect_to: '',
}

const others: Readonly<Record<string, object>> = {
  'booking-confirmed': { arrival_notes: null, has_arrival_notes: true },
  'space-reported': { reason: 'inaccurate' },
  'conversation-reported': { reason: 'outside_payment' },
  'inbox-answer': {
    kind: 'message',
    answer: 'Your own drum kit is welcome.\n\nPlease arrive 15 minutes early.',
    quote: sample.message,
    sent_at: '2026-11-20T09:30:00Z',
  },
  'request-ended': { refunded_minor: 0 },
  'refund-needs-you': { reason: 'expired_or_canceled_card' },
  'listings-hidden': { space_title: 'Tonraum Kreuzberg, Loft am Ufer', count: 2 },
  'payouts-sent': {
    payouts: [sample, { ...sample, space_title: 'Loft am Ufer', sent_minor: 12000 }],
  },
  'agenda-day': {
    bookings: [
      sample,
      {
        ...sample,
        starts_at: '2026-11-25T16:00:00Z',
        ends_at: '2026-11-25T18:00:00Z',
        guest_name: 'Aiko Tanaka',
        extras: [],
      },
    ],
  },
}

/** Renders an email template with sample data. Returns undefined for an unknown template. */
export async function sampleMail(name: string, siteUrl: string) {
  const write = templates[name]
  if (!write) return undefined
  const site: Site = { url: siteUrl, authUrl: `${siteUrl}/auth/v1`, name: company.name }
  const content = write({ ...sample, ...others[name] }, site)
  return {
    subject: content.subject,
    html: await renderHtml(content, site),
    text: renderText(content, site),
  }
}

export const templateNames: readonly string[] = Object.keys(templates)
