import { company } from '@hourspace/domain/company.ts'
import { hostSharePercentage } from '@hourspace/domain/fees.ts'

/** Copy of the about page. Figures are the company's own claims. */
export const mission = `Most rooms stand empty most of the day, and most people need a room only for an hour. ${company.name} brings the two together: owners list studios, event venues, offices, creative, meeting and photo spaces for hourly rent, and guests find, book and pay for them in minutes.`

export const values = [
  {
    title: 'The calendar is a promise',
    text: 'A time that we show as free is free, and a room that you have booked is yours. A double booking is not a bad day for us; it is made impossible.',
  },
  {
    title: 'One price, all of it',
    text: `You see rental, fee and total before you pay. Owners keep ${hostSharePercentage}% of every rental.`,
  },
  {
    title: 'Every room belongs to somebody',
    text: 'Behind each listing is a person with keys, neighbors and a good chair. We build for them first, since without them there is nothing to book.',
  },
  {
    title: 'Small print in large print',
    text: 'Rules for refunds, payouts and privacy are written to be understood on first reading. Where we could not explain a rule, we changed it.',
  },
] as const

export const team = [
  {
    id: 'renata',
    name: 'Renata Salas',
    role: 'Co-founder, hosts and money',
    text: 'Ran a photo studio in Ybor City that stood dark four days a week. Knows what an hour costs, and what cleaning up after it costs.',
    picture: '/images/team-renata.svg',
  },
  {
    id: 'tobias',
    name: 'Tobias Adeyemi',
    role: 'Co-founder, engineering',
    text: 'Built calendars for hospitals before this one. Tests on the two nights of the year when the clocks change.',
    picture: '/images/team-tobias.svg',
  },
  {
    id: 'june',
    name: 'June Park',
    role: 'Co-founder, guests and cities',
    text: 'Was a location scout and still carries a folding ruler. Writes our city guides, mostly on local trains.',
    picture: '/images/team-june.svg',
  },
] as const

export type Author = (typeof team)[number]['id']

/** Throws if `id` is not a member of the team. */
export function memberOf(id: Author) {
  const member = team.find((one) => one.id === id)
  if (!member) throw new Error(`Nobody of the team is called ${id}`)
  return member
}

export const figures = [
  { label: 'Platform uptime', value: '24/7' },
  { label: 'Team members', value: '50+' },
  { label: 'Users', value: '100K+' },
] as const
