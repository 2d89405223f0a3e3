import { randomFrom, type Random } from './random.ts'
import type { DemoSpace } from './spaces/space.ts'

type HouseDetails = {
  /** `rules` has one house rule per line. */
  rules: string
  included: string[]
  arrivalNotes: string
}

const commonRules = [
  'Leave on time: the next guest may be at the door.',
  'No smoking inside, and that includes vapes.',
  'Tell us beforehand if you bring an animal. Assistance dogs are always welcome.',
  'Put the furniture back where you found it.',
  'Take bottles and large packaging with you.',
  'Please keep the stairwell quiet after 9 pm.',
  'Report anything that breaks. We would rather know than search.',
  'Switch off lights and heating when you leave.',
  'No confetti and no glitter. It stays forever.',
]

const rulesByType: Readonly<Record<string, readonly string[]>> = {
  'photo-space': [
    'Walk on the paper in socks or clean soles only.',
    'Smoke machines only after we have switched off the alarm.',
    'Torn or marked paper is charged by the meter.',
    'Sandbags on every stand, please.',
  ],
  'event-venue': [
    'Amplified music ends at 11 pm.',
    'Caterers clear the kitchen before the booking ends.',
    'Candles only in glass holders.',
    'Nothing may be nailed, screwed or taped to the walls.',
  ],
  'meeting-room': [
    'Food stays on the side table, please.',
    'Wipe the whiteboard before you go.',
    'Set-up and clearing happen within the booked time.',
    'Keep the door closed during calls.',
  ],
  office: [
    'Take calls in the booth, not at the desks.',
    'Guests of guests sign in at the door.',
    'Wash your cup or put it in the dishwasher.',
    'Lock the screens and the windows when you leave.',
  ],
  'creative-space': [
    'Spray paint only on the patio or by the open window.',
    'Solvents go into the metal can, never down the sink.',
    'Wash the brushes before you leave.',
    'Drop cloths stay on the floor while you paint.',
  ],
  studio: [
    'Keep the aisles and both exits free.',
    'Audio levels stay below 95 dB.',
    'Nothing to drink near the desk and the projector.',
    'Set-up and clearing happen within the booked time.',
  ],
  rooftop: [
    'Nobody sits or climbs on the railing.',
    'Music outside stays low after 10 pm.',
    'Close the parasols when the wind picks up.',
    'Children need an adult with them at all times.',
  ],
  gallery: [
    'Use the rail system. The walls take no nails.',
    'Drinks stay in the front room.',
    'We repaint scuffed walls at cost.',
    'Works over 40 kg only after asking us.',
  ],
  kitchen: [
    'Wash, dry and put away what you used.',
    'Keep the extractor on while you fry.',
    'Nut-free days are marked in the calendar: please ask.',
    'Knives go back on the magnet, never into the dishwasher.',
  ],
  'dance-studio': [
    'No street shoes and no heels on the dance floor.',
    'No rosin. The floor has enough grip.',
    'Keep the windows closed while music plays after 9 pm.',
    'Wipe the mats after use.',
  ],
  'podcast-studio': [
    'Phones on silent from the door on.',
    'Only water at the microphones.',
    'Four people at most in the room.',
    'Leave the preset on the desk as you found it.',
  ],
  'recording-studio': [
    'Keep both doors closed while drums are played.',
    'Mark the desk before you change the patch.',
    'No drinks on the desk or the piano.',
    'Volume is checked at the courtyard window after 10 pm.',
  ],
  workshop: [
    'Closed shoes and tied hair at every machine.',
    'Ask before you use a tool you do not know.',
    'Sweep your bench before you leave.',
    'Pieces left longer than four weeks are recycled.',
  ],
  loft: [
    'Shoes off on the rug, please.',
    'Red wine stays at the dining table.',
    'Quiet in the yard after 10 pm.',
    'Books may be read but stay in the house.',
  ],
  lounge: [
    'Last orders half an hour before the end.',
    'The bar serves adults only and asks for a card.',
    'Smoke outside at the tall table.',
    'The doors to the street stay closed while music plays.',
  ],
}

const commonIncluded = [
  'Wi-Fi',
  'Cleaning before every booking',
  'Drinking water and glasses',
  'Heating and air conditioning',
  'Fifteen minutes to unload before the start',
  'The host by phone during your booking',
]

const includedByType: Readonly<Record<string, readonly string[]>> = {
  'photo-space': [
    'Two softboxes and stands',
    'One roll of white paper',
    'Clothes rail',
    'Clamps and sandbags',
    'Full-length mirror',
  ],
  'event-venue': [
    'Tables and chairs for all guests',
    'Sound system with two microphones',
    'Use of the kitchen',
    'Coat rail',
    'An hour for set-up',
  ],
  'meeting-room': [
    'Screen with every common cable',
    'Whiteboard and pens',
    'Filter coffee and tea',
    'Notepads',
    'Webcam and speakerphone',
  ],
  office: [
    'A chair and a desk for each person',
    'Coffee and fruit',
    'Printer and scanner',
    'Lockers',
    'Phone booth by the hour',
  ],
  'creative-space': [
    'Easels and stools',
    'Sink and drying rack',
    'Rags and drop cloths',
    'Filter coffee',
    'Storage until the next day',
  ],
  studio: [
    'Chairs in rows',
    'Projector and screen',
    'Two wireless microphones',
    'Lectern',
    'A short introduction to the desk',
  ],
  rooftop: [
    'Tables with parasols',
    'String lights',
    'Bluetooth speaker',
    'Blankets',
    'Use of the small kitchen',
  ],
  gallery: [
    'Hanging rails and wires',
    'Adjustable track lights',
    'Six plinths',
    'Step ladder and spirit level',
    'Reception desk',
  ],
  kitchen: [
    'Pots and knives',
    'Crockery for all guests',
    'Oil and spices',
    'Dishwasher and detergent',
    'Aprons',
  ],
  'dance-studio': [
    'Sound system with Bluetooth',
    'Mats and blocks',
    'Changing room and shower',
    'Fans',
    'Filtered water',
  ],
  'podcast-studio': [
    'Two microphones and headphones',
    'Files on a memory card',
    'Saved preset on the desk',
    'Tea and honey',
    'One soft light',
  ],
  'recording-studio': [
    'Drum kit with cymbals',
    'Six microphones and stands',
    'Headphones for five',
    'Guitar amplifiers',
    'Session files on a disk',
  ],
  workshop: [
    'Hand tools',
    'Aprons and gloves',
    'A short safety introduction',
    'Shelf space for two weeks',
    'Tea',
  ],
  loft: [
    'Use of the kitchen',
    'Crockery and glasses',
    'Record player',
    'Books and games',
    'Fresh towels',
  ],
  lounge: [
    'Bar with ice and glasses',
    'Sound system',
    'Dimmable lighting',
    'Coat rail',
    'Seating for two thirds of the guests',
  ],
}

const entrances = [
  (code: string) => `Enter the code ${code}# at the street door and push when it clicks.`,
  (code: string) => `The key is in the lock box to the left of the door. The code is ${code}.`,
  () =>
    'Ring the bell with the Hourspace sticker. We buzz you in from ten minutes before the start.',
  (code: string) => `At the gate choose “Studio” on the panel, then ${code}.`,
  () => 'The caretaker at the front desk has your name and lets you in.',
]
const ways = [
  'Go through the courtyard and take the second staircase on the right.',
  'The elevator is behind the mailboxes. For heavy things, ask for the freight elevator.',
  'Straight ahead, up half a flight of stairs, then the wooden door.',
  'Follow the painted line on the floor to the end of the corridor.',
  'The entrance is on the side street, next to the bicycle racks.',
]
const practical = [
  'The light switches are to the right of the door, and the fuse box is behind the curtain.',
  'The Wi-Fi name and password are on the card on the table.',
  'There is a short instruction for the coffee machine on the lid.',
  'To load and unload, stop at the side entrance for up to fifteen minutes.',
  'The thermostat is next to the window. It takes about ten minutes.',
  'Fresh towels, a first aid kit and candles are in the hall cupboard.',
]
const leaving = [
  'When you leave, pull the door until it locks. Nobody needs to be there.',
  'When you leave, drop the key back into the box and turn the numbers.',
  'When you leave, switch off the main switch beside the door. The alarm sets itself.',
  'When you leave, send us a short message, so that the next guests can come in.',
]

export function houseDetailsOf(space: DemoSpace): HouseDetails {
  const random = randomFrom(`house ${space.slug}`)
  const some = (list: readonly string[], least: number, most: number) =>
    random.shuffle(list).slice(0, random.whole(least, most))
  const people = `Up to ${space.capacity} people, including your crew.`
  return {
    rules: [people, ...some(rulesByType[space.type] ?? [], 2, 3), ...some(commonRules, 1, 3)].join(
      '\n',
    ),
    included: [...some(includedByType[space.type] ?? [], 3, 4), ...some(commonIncluded, 2, 3)],
    arrivalNotes: arrivalNotes(random),
  }
}

function arrivalNotes(random: Random): string {
  const code = String(random.whole(1000, 9999))
  return [
    `${random.pick(entrances)(code)} ${random.pick(ways)}`,
    random.shuffle(practical).slice(0, 2).join(' '),
    random.pick(leaving),
  ].join('\n')
}
