const names: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  type: 'Space type',
  price: 'Price per hour',
  currency: 'Currency',
  location: 'City',
  country: 'Country',
  capacity: 'Capacity',
  amenities: 'Amenities',
  images: 'Photos',
  image_captions: 'Photo captions',
  available: 'Open for bookings',
  status: 'Status',
  time_zone: 'Time zone',
  cancellation_policy: 'Cancellation policy',
  house_rules: 'House rules',
  included: 'What is included',
  neighborhood: 'Neighborhood',
  buffer_minutes: 'Time between bookings (minutes)',
  lead_hours: 'Minimum notice (hours)',
  horizon_days: 'How far ahead guests can book (days)',
  minimum_hours: 'Shortest booking in hours',
  maximum_hours: 'Longest booking in hours',
  booking_mode: 'Booking',
  instant_needs_verified: 'Instant booking for confirmed guests only',
  archived_at: 'Archived',
  opening_hours: 'Opening hours',
  date_exceptions: 'Specific dates',
  price_rules: 'Prices by day and hour',
  length_discounts: 'Discounts',
}

/** Maximum length of a value in the history of a listing. Longer values are not shown. */
const maximumLength = 40

/** Describes a changed field in one line, such as "Price per hour: 40 → 45". */
export function changeText(field: string, before: unknown, after: unknown): string {
  const name = names[field] ?? field
  if (field === 'archived_at') return after ? 'Archived' : 'Restored'
  const [one, other] = [textOf(before), textOf(after)]
  return one === null || other === null ? `${name} changed` : `${name}: ${one} → ${other}`
}

/** Returns a short value as text; null for a list or a long text. */
function textOf(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value.length > maximumLength) return null
  return value === '' ? 'empty' : value
}
