export const contact = {
  title: 'Talk to us',
  lead: 'Questions about a booking, a payout or listing your space? A person reads every message.',
  hours: 'Monday to Friday, 9 AM to 6 PM PST',
  thanks: {
    title: 'We received your message',
    text: 'We emailed you a confirmation. A person will read your message and reply by email.',
  },
} as const

/** Subjects of a message. The ids are those of the contact function. */
export const contactSubjects = [
  { id: 'general', label: 'General' },
  { id: 'support', label: 'Support' },
  { id: 'billing', label: 'Billing' },
  { id: 'partnership', label: 'Partnership' },
] as const
