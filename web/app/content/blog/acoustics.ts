import { paths } from '#web/lib/paths.ts'
import type { Post } from './post.ts'

export const acoustics: Post = {
  slug: 'what-a-room-sounds-like',
  title: 'What a room sounds like, and what to do about it',
  summary:
    'One clap tells you most of it. The difference between quiet and dry, why foam disappoints, and five changes that cost less than a weekend.',
  category: 'design',
  author: 'tobias',
  published: '2026-11-03',
  pictureAlt: 'A recording studio at night with wooden slats and padded panels',
  intro: [
    'Eyes choose a room and ears decide whether one comes back. A podcast, a rehearsal, a meeting with two people on a screen: all of them fail in the same handsome room with the concrete floor and the large window. Little of this needs a specialist. It needs you to keep two words apart.',
  ],
  sections: [
    {
      id: 'quiet-and-dry',
      title: 'Quiet is not the same as dry',
      blocks: [
        '**Quiet** means that sound from elsewhere does not come in, nor yours out. That is a matter of mass and of gaps: heavy walls, closed joints, doors that seal. It is expensive to change afterwards.',
        '**Dry** means that sound made in the room does not stay. That is a matter of surfaces, and it is cheap to change. Foam on a wall makes a room drier and not one bit quieter, which is why so many hosts buy it and are disappointed: the neighbor’s drill is as loud as ever, only now it has no echo.',
      ],
    },
    {
      id: 'the-clap',
      title: 'The clap',
      blocks: [
        'Stand in the middle and clap once, hard. Listen for three things.',
        {
          list: [
            '**A ring**, a metallic flutter after the clap: two bare walls face each other and the sound runs between them. Very common, easily mended.',
            '**A tail**, a soft hush that takes longer than a second to die: too many hard surfaces altogether. Fine for a choir, tiring for talk.',
            '**A boom**, when you stamp instead of clapping: low notes gather in the corners. Drummers and bass players will meet it.',
          ],
        },
        'Do it again with the furniture in and with people in. Twelve people in winter coats are a better absorber than anything you can buy, so a room that is slightly lively when empty may be right when full.',
      ],
    },
    {
      id: 'five-changes',
      title: 'Five changes, cheapest first',
      blocks: [
        {
          steps: [
            '**A rug** under where people talk, with felt below it. It takes the slap off a hard floor and the scraping of chairs with it.',
            '**Curtains**, heavy ones, hung in folds and twice as wide as the window. Folded cloth takes in far more than flat cloth does. Glass is the hardest thing in most rooms.',
            '**A full bookcase** on one of two facing walls. Books of different depths scatter the sound, and the ring is gone without the room turning dull.',
            '**Two or three thick panels**, ten centimeters of mineral wool in a frame with cloth over it, with a gap behind. Put them where a mirror held flat to the wall would show you the speaker’s mouth. Thin foam tiles do a tenth of that and only to the hiss.',
            '**A seal around the door.** Light that shows under a closed door is where the corridor comes in. A brush strip costs less than the take it saves.',
          ],
        },
        'Then stop. A room that swallows everything is unpleasant to be in, and nobody wants to hold a workshop inside a pillow.',
      ],
    },
    {
      id: 'say-it-in-numbers',
      title: 'Say it in the listing, in numbers',
      blocks: [
        '“Great acoustics” means nothing, as everybody writes it. These do mean something:',
        {
          facts: [
            [
              'Quiet at night',
              'What a free sound-level app shows on your phone with the windows shut, at nine in the evening. Around 30 dB suits recording, 40 a meeting, 50 a dance class.',
            ],
            [
              'The tail',
              'How long a clap takes to die. Half a second is talk, one second is music.',
            ],
            [
              'What can be heard',
              'The tram every ten minutes, the bell at noon, the school at three. Guests forgive what they were told.',
            ],
            ['How loud one may be', 'Until when, and with which window shut.'],
          ],
        },
        'A phone is no instrument and will be a few decibels off. It still tells 35 from 50, and this is the difference that matters.',
      ],
    },
    {
      id: 'for-guests',
      title: 'If you are the guest',
      blocks: [
        `Bring a blanket. Hung over an open door behind the person who speaks, it improves a borrowed room more than a better microphone does. Sit them near a curtain rather than in the middle, keep the microphone a hand’s breadth from the mouth, and record half a minute of nothing before you start. And if the sound is the point, [look for a room built for it](${paths.explore({ q: 'recording' })}).`,
      ],
    },
  ],
}
