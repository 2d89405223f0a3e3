/** The about page. Figures are the company's own claims. */
export const mission =
  'Most rooms stand empty most of the day, and most people need a room only for an hour. Hourspace brings the two together: owners list studios, event venues, offices, creative, meeting and photo spaces for hourly rent, and guests find, book and pay for them in minutes.'

export const promises = [
  {
    title: 'Owners keep 90%',
    text: 'The fee is 10%. What you earn reaches your bank account within 24 hours of each booking.',
  },
  {
    title: 'Guests save up to 70%',
    text: 'You pay the owner’s hourly price instead of an agency’s, and can chat with the owner directly.',
  },
  {
    title: 'Covered and secure',
    text: '$1M of liability insurance and secure payment processing are part of every booking.',
  },
] as const

export const figures = [
  { label: 'Platform uptime', value: '24/7' },
  { label: 'Team members', value: '50+' },
  { label: 'Users', value: '100K+' },
] as const
