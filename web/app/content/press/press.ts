import { hostSharePercentage, platformFeePercentage } from '@hourspace/domain/fees.ts'
import { company } from '@hourspace/domain/company.ts'

export const press = {
  title: 'Press',
  lead: `${company.name} is an hourly marketplace for rooms: owners list studios, venues, offices and other spaces, guests book them by the hour and pay by card. What you need to write about us is on this page.`,
  contact: {
    name: 'June Park',
    text: 'Questions, interviews and pictures in print quality. We answer on business days.',
    email: company.email,
  },
  facts: [
    ['Name', `${company.name}, one word, capital H`],
    ['What it is', 'A marketplace for renting spaces by the hour'],
    ['Based in', company.place],
    ['Team', '50+ people'],
    ['Users', '100K+'],
    ['Platform uptime', '24/7'],
    ['Spaces', 'Studios, event venues, offices, creative spaces, meeting and photo spaces'],
    ['Bookings', '1 to 24 hours, starting on the hour, in most spaces from 9 AM to 9 PM'],
    [
      'Fees',
      `Owners keep ${hostSharePercentage}% of the rental; guests pay a platform fee of ${platformFeePercentage}%`,
    ],
    ['Currencies', 'USD, EUR, GBP, JPY, AUD, CAD, SGD, KRW, AED'],
    ['Included', '$1M of liability insurance and secure payment processing'],
  ],
  assets: [
    { name: 'Mark, color', file: '/images/brand/hourspace-mark.svg', ground: 'light' },
    { name: 'Logo, dark on light', file: '/images/brand/hourspace-logo.svg', ground: 'light' },
    { name: 'Logo, light on dark', file: '/images/brand/hourspace-logo-light.svg', ground: 'dark' },
  ],
  rules: [
    'Leave as much room around the logo as its mark is wide.',
    'Do not redraw, tilt or recolor it. There is a light and a dark one for a reason.',
    `The drawings of rooms on this site may be shown in articles about ${company.name}, with our name beside them.`,
  ],
} as const
