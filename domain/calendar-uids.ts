import { company } from './company.ts'

const domain = company.email.split('@')[1]
const ownUid = new RegExp(
  `^(booking|buffer|block)-[0-9a-f-]{36}@${domain?.replaceAll('.', '\\.')}$`,
  'i',
)

/**
 * Returns the UID of a calendar entry that Hourspace exports. A UID never changes, so calendar apps
 * update the entry.
 */
export function calendarUid(kind: 'booking' | 'buffer' | 'block', id: string): string {
  return `${kind}-${id}@${domain}`
}

/** Returns whether a UID belongs to a calendar entry that Hourspace exported. */
export function isOwnCalendarUid(uid: string): boolean {
  return ownUid.test(uid)
}
