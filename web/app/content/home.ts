import { company } from '@hourspace/domain/company.ts'
import { hostSharePercentage, platformFeePercentage } from '@hourspace/domain/fees.ts'

/** Benefits listed on the home page. Figures are the company's own claims. */
export const seekers = {
  title: 'For Space Seekers',
  benefits: [
    {
      title: 'Save up to 70%',
      text: 'Compared with agencies: you pay the owner’s own price, and only for the hours you use.',
    },
    {
      title: 'Ask the owner',
      text: 'Chat directly with the person who knows the light, the keys and the neighbors.',
    },
    {
      title: 'Covered and secure',
      text: '$1M of liability insurance and secure payment processing are included.',
    },
  ],
} as const

export const owners = {
  title: 'For Space Owners',
  benefits: [
    {
      title: `Keep ${hostSharePercentage}%`,
      text: `Our fee is ${platformFeePercentage}%. Listing costs nothing, and you set the price of every hour yourself.`,
    },
    {
      title: 'Paid within 24 hours',
      text: 'Your share goes to your bank account within 24 hours of each booking.',
    },
    {
      title: 'Insured while you host',
      text: 'The same $1M of liability insurance stands behind your room, and card payments are handled for you.',
    },
  ],
} as const

export const headquarters = {
  title: `Built in ${company.place}`,
  text: 'We are a tech company on the Gulf Coast that likes rooms with people in them. From here we keep calendars accurate and payments moving, and a person answers every message.',
  figures: [
    { value: '24/7', label: 'platform uptime' },
    { value: '50+', label: 'team members' },
    { value: '100K+', label: 'users' },
  ],
} as const

export const stories = [
  {
    quote:
      'My studio used to sit empty Monday through Thursday. Now it earns its rent on the days I’m not there.',
    who: 'Photography studio owner',
  },
  {
    quote:
      'I can book three rooms for a wedding weekend in one evening: hourly prices, no calls, no visits to rooms that turn out to be taken.',
    who: 'Event planner',
  },
] as const
