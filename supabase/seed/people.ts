import { idOf } from './ids.ts'

/** A demo user. All demo users share the password that the README publishes. */
type DemoPerson = {
  name: string
  fullName: string
  role: 'host' | 'guest' | 'admin'
  /** True if the host has completed Stripe onboarding and can receive payouts. */
  isConnected?: boolean
  bio?: string
  languages?: string[]
  hasPicture?: boolean
}

export type HostName =
  | 'maya'
  | 'kenji'
  | 'sofia'
  | 'oliver'
  | 'amelie'
  | 'lena'
  | 'femke'
  | 'marcus'
  | 'daniel'
  | 'jisoo'
  | 'priya'
  | 'mei'
  | 'wayan'
  | 'chloe'

export const demoPassword = 'hourspace-demo'

export const people: readonly DemoPerson[] = [
  {
    name: 'maya',
    fullName: 'Maya Castillo',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'I photographed furniture for fifteen years and now look after the rooms I always wanted to work in. I know which window is best at which hour, so ask me before you book. I answer on weekends too.',
    languages: ['en', 'es'],
  },
  {
    name: 'kenji',
    fullName: 'Kenji Watanabe',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'Sound engineer from Nakano, with a weakness for old amplifiers and quiet rooms. I open the door myself whenever I can, and there is always tea.',
    languages: ['ja', 'en'],
  },
  {
    name: 'sofia',
    fullName: 'Sofia Marchetti',
    role: 'host',
    hasPicture: true,
    bio: 'Event planner from Bologna. I choose places where people stay longer than they meant to: terraces, long tables, bars with a story. Tell me what you celebrate and I will tell you where the sun sets.',
    languages: ['it', 'en', 'es', 'el'],
  },
  {
    name: 'oliver',
    fullName: 'Oliver Ashworth',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'Set builder turned landlord of four good rooms in east London. I live ten minutes from all of them and carry a spare key for each.',
    languages: ['en'],
  },
  {
    name: 'amelie',
    fullName: 'Amélie Fontaine',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'I restore old apartments and share them by the hour so that they stay alive. Painters, readers and people with something to celebrate are my favorite guests.',
    languages: ['fr', 'en'],
  },
  {
    name: 'lena',
    fullName: 'Lena Brandt',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'Dancer, later stage manager, always Berlin. My spaces are simple, warm and ready on the minute. If you need a longer table or a second microphone, I know who to call.',
    languages: ['de', 'en'],
  },
  {
    name: 'femke',
    fullName: 'Femke de Vries',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'Ceramicist in Noord since 2009. The barn is my own studio, the two other places belong to friends who travel. I like first-timers.',
    languages: ['nl', 'en', 'de'],
  },
  {
    name: 'marcus',
    fullName: 'Marcus Bell',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'Former line cook. I look after kitchens, halls and galleries between Chicago and Toronto together with my sister Renee. One of us always picks up.',
    languages: ['en', 'fr-CA'],
  },
  {
    name: 'daniel',
    fullName: 'Daniel Reyes',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'Born in San Antonio, at home on any stage in Texas. I run rooms for people who rehearse, record and teach, and I keep them cool in August.',
    languages: ['en', 'es'],
  },
  {
    name: 'jisoo',
    fullName: 'Park Ji-soo',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'Choreographer and coffee drinker in Seongsu. Film what you like, stay as late as the subway allows, and tell me when the speakers need more bass.',
    languages: ['ko', 'en'],
  },
  {
    name: 'priya',
    fullName: 'Priya Nair',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'Theater producer. I found both of my spaces while looking for somewhere to rehearse and never gave back the keys. Scripts are read here first.',
    languages: ['en', 'hi', 'ml'],
  },
  {
    name: 'mei',
    fullName: 'Tan Mei Lin',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'Architect. I care about shade, silence and chairs. My team in Singapore, Hong Kong and Bangkok answers around the clock.',
    languages: ['en', 'zh', 'yue', 'th'],
  },
  {
    name: 'wayan',
    fullName: 'Wayan Suardana',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'My family has grown rice in Tegallalang for four generations. We built the pavilion with the neighbors, and my aunt cooks if you ask a day before.',
    languages: ['id', 'en'],
  },
  {
    name: 'chloe',
    fullName: 'Chloe Nguyen',
    role: 'host',
    hasPicture: true,
    isConnected: true,
    bio: 'Gallerist and record collector between Sydney and Melbourne. I show every new guest around in person the first time, and after that the place is yours.',
    languages: ['en', 'vi'],
  },
  {
    name: 'liam',
    fullName: 'Liam O’Connor',
    role: 'guest',
    hasPicture: true,
    bio: 'Product photographer. Usually early, always tidy.',
    languages: ['en'],
  },
  {
    name: 'aiko',
    fullName: 'Aiko Tanaka',
    role: 'guest',
    hasPicture: true,
    languages: ['ja', 'en'],
  },
  {
    name: 'noah',
    fullName: 'Noah Bergmann',
    role: 'guest',
    hasPicture: true,
    languages: ['de', 'en'],
  },
  {
    name: 'emma',
    fullName: 'Emma Laurent',
    role: 'guest',
    hasPicture: true,
    languages: ['fr', 'en'],
  },
  {
    name: 'omar',
    fullName: 'Omar Haddad',
    role: 'guest',
    hasPicture: true,
    languages: ['ar', 'en'],
  },
  { name: 'zoe', fullName: 'Zoe Whitfield', role: 'guest', hasPicture: true },
  { name: 'mateo', fullName: 'Mateo Álvarez', role: 'guest' },
  { name: 'ingrid', fullName: 'Ingrid Solberg', role: 'guest' },
  { name: 'tunde', fullName: 'Tunde Adeyemi', role: 'guest', hasPicture: true },
  { name: 'hannah', fullName: 'Hannah Kim', role: 'guest' },
  { name: 'luca', fullName: 'Luca Ferri', role: 'guest' },
  { name: 'nadia', fullName: 'Nadia Rahman', role: 'guest', hasPicture: true },
  { name: 'jonas', fullName: 'Jonas Weber', role: 'guest' },
  { name: 'clara', fullName: 'Clara Duarte', role: 'guest' },
  { name: 'ada', fullName: 'Ada Okafor', role: 'admin' },
  { name: 'grace', fullName: 'Grace Lindqvist', role: 'admin' },
]

export const guests = people.filter((person) => person.role === 'guest')

export const connectedHosts = people.filter((person) => person.isConnected)

/** Returns a user id that is the same in every database. */
export const personId = (name: string) => idOf('person', name)

export const emailOf = (person: Pick<DemoPerson, 'name'>) => `${person.name}@hourspace.demo`
