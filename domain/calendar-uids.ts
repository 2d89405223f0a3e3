import { company } from './company.ts'

const domain = company.email.split('@')[1]
const ownUid = new RegExp(
  `^(booking|buffer|block)-[0-9a-f-]{36}@${domain?.replaceAll('.', '\\.')}$`,
  'i',
)

/**
 * Returns the UID of an exported calendar entry. It never changes, so that calendar apps can update
 * the entry.
 */
export function calendarUid(kind: 'booking' | 'buffer' | 'block', id: string): string {
  return `${kind}-${id}@${domain}`
}

/** Returns whether Hourspace exported the calendar entry with this UID. */
export function isOwnCalendarUid(uid: string): boolean {
  return ownUid.test(uid)
}
