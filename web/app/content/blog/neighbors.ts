import { paths } from '#web/lib/paths.ts'
import type { Post } from './post.ts'

export const neighbors: Post = {
  slug: 'hosting-with-neighbors',
  title: 'The people next door did not book your room',
  summary:
    'A note under the door before the first booking, a number that is answered and an honest closing time: how to host for years in a house with other people in it.',
  category: 'community',
  author: 'june',
  published: '2026-11-18',
  pictureAlt: 'A roof terrace at dusk with a set table, string lights and a fire bowl',
  intro: [
    'Every room has two kinds of guest. One kind books, pays and goes home. The other kind lives behind the wall, was never asked and will be there tomorrow. Rooms that are closed within a year are rarely closed by bad bookings. They are closed by a neighbor who complained three times to nobody.',
  ],
  sections: [
    {
      id: 'first-find-out',
      title: 'First, find out whether you may',
      blocks: [
        'Read your lease, the rules of the house and those of the city, in this order and before you list. Renting out by the hour is sometimes a business use, sometimes a matter for the owners’ meeting, sometimes nobody’s concern. A landlord who hears of it from you will talk about conditions. One who hears of it from the third floor will talk about notice.',
      ],
    },
    {
      id: 'the-note',
      title: 'Then, the note under the door',
      blocks: [
        'Ten lines, by hand if yours is legible. What you do, how often, until when, and how to reach you. Ours would read like this:',
        {
          quote:
            'I rent out the front room by the hour, mostly for photos and small meetings, never later than ten in the evening. If anything bothers you, call me at this number and I will deal with it that minute. I would like to hear it from you first.',
          who: 'A note that works, give or take a name',
        },
        'Give it to the apartments above, below and beside you. Those further off will hear of it anyway, and then they will hear that you asked.',
      ],
    },
    {
      id: 'where-the-trouble-is',
      title: 'The trouble is seldom in the room',
      blocks: [
        'Ask what neighbors mind and you will hear of music last. The stairs come first: people who arrive one by one, ring the wrong bell and talk on the landing. The sidewalk comes second, with goodbyes that take twenty minutes under somebody’s bedroom.',
        'Both are cured by arrival, not by volume.',
        {
          list: [
            '**A photo of the door and the bell** in the message that you send on the day before, with the name on it circled.',
            '**One person who lets the others in**, so that the bell rings once.',
            '**A place to wait inside.** Two chairs in the hall keep ten people off the sidewalk.',
            '**A goodbye indoors.** “Please say goodbye up here, the street has ears” makes people smile and is remembered.',
          ],
        },
      ],
    },
    {
      id: 'closing-time',
      title: 'Closing time that is meant',
      blocks: [
        'Unless you change it, the last slot of a day starts at 9 PM, and a booking that starts then ends at ten or later. If your house goes to bed at ten, set earlier hours under “Hours and prices”, and say in the description when the room must be quiet. Your switch on the listing turns the whole room off at once, should the week be a bad one.',
        'Put the loud things into the afternoon. A brass quartet at three is an anecdote; at eight it is an incident.',
      ],
    },
    {
      id: 'when-somebody-calls',
      title: 'When somebody calls',
      blocks: [
        {
          steps: [
            'Answer. A number that is not answered is worse than none.',
            'Believe it. Say “I am sorry, I’ll stop it now”, and leave the question of who is right for tomorrow.',
            'Call the guest, politely and with a fact: “They can hear the bass on the second floor. Could you take it down by half?”',
            'Call back after ten minutes and ask whether it is better. Hardly anybody does, and it is this call that people tell others about.',
          ],
        },
        'If a guest will not listen, end it, and write to us the next morning with what happened.',
      ],
    },
    {
      id: 'give-something-back',
      title: 'Give something back',
      blocks: [
        'A room by the hour has a gift built in, for it stands empty at times. Offer the house an evening for its meeting, a table for a child’s birthday, the kitchen in December. Lend the studio to the choir of the ground floor every other Tuesday, when nobody would have booked it, and thirty people will know that the room is good for something.',
        {
          note: `For more about being a good host, see our [Help Center](${paths.help({ category: 'hosting' })}) and the [Safety](${paths.safety()}) page.`,
        },
      ],
    },
  ],
}
