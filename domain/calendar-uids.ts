import { company } from './company.ts'

const domain = company.email.split('@')[1]
const ownUid = new RegExp(
  `^(booking|buffer|block)-[0-9a-f-]{36}@${domain?.replaceAll('.', '\\.')}$`,
  'i',
)

/** Returns the UID of a calendar entry of Hourspace. It never changes, so calendars update the entry. */
export function calendarUid(kind: 'booking' | 'buffer' | 'block', id: string): string {
  return `${kind}-${id}@${domain}`
}

/** Returns whether Hourspace wrote the calendar entry with this UID. */
export function isOwnCalendarUid(uid: string): boolean {
  return ownUid.test(uid)
}
