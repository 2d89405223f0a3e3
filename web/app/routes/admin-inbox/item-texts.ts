import { openings } from '#web/content/careers.ts'
import { contactSubjects } from '#web/content/contact.ts'
import type { InboxItem, InboxState } from '#web/data/admin-inbox.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const stateNames: Record<InboxState, { tone: Tone; text: string }> = {
  new: { tone: 'notice', text: 'New' },
  answered: { tone: 'success', text: 'Answered' },
  closed: { tone: 'neutral', text: 'Closed' },
}

/** Returns the topic of an inbox item, such as 'Billing' or 'Application: Product designer'. */
export function topicOf({ kind, topic }: Pick<InboxItem, 'kind' | 'topic'>): string {
  if (kind === 'message') return contactSubjects.find(({ id }) => id === topic)?.label ?? topic
  return `Application: ${openings.find(({ slug }) => slug === topic)?.title ?? topic.replaceAll('-', ' ')}`
}
