/** Copy of the contact page. */
export const contact = {
  title: 'Talk to us',
  lead: 'About a booking, a payout or a room you would like to list: a person reads every message.',
  hours: 'Monday to Friday, 9 AM to 6 PM PST',
  thanks: {
    title: 'Your message is with us',
    text: 'A person reads it and answers by mail. A short mail of ours has just told you that it arrived.',
  },
} as const

/** Subjects of a message (spec, section 2). The ids are those of the contact function. */
export const contactSubjects = [
  { id: 'general', label: 'General' },
  { id: 'support', label: 'Support' },
  { id: 'billing', label: 'Billing' },
  { id: 'partnership', label: 'Partnership' },
] as const
