import { paths } from '#web/lib/paths.ts'
import type { Post } from './post.ts'

export const tokyo: Post = {
  slug: 'tokyo-backstreet-studios',
  title: 'Shooting in Tokyo’s backstreets, one room at a time',
  summary:
    'Nakameguro for light, Kōenji for noise, Yanaka for wood and steam. How to plan a day between three small rooms without spending it on trains.',
  category: 'city-guides',
  author: 'june',
  published: '2026-10-14',
  pictureAlt: 'A loft with tall windows over Tokyo at dusk',
  intro: [
    'The rooms that make Tokyo worth a shoot are rarely on the avenues. They are on the second floor behind a laundry, four minutes from a station that the express trains skip. They are also small. A plan that would fill one hall elsewhere becomes a walk between three rooms here, and that is the pleasure of it.',
  ],
  sections: [
    {
      id: 'nakameguro',
      title: 'Morning: Nakameguro for light',
      blocks: [
        'The Meguro river runs in a concrete channel, too narrow for anything tall on its banks, so the studios along it get sky. In winter the sun stays low enough to reach the back wall of a room until eleven. Book the first slot of the day, 9 AM, and put whatever needs window light into it.',
        'Late March is the exception. The cherry trees over the channel fill the street with people from eight in the morning; a taxi with equipment will not get through on the side streets. Come a week before or after, or come on foot.',
      ],
    },
    {
      id: 'yanaka',
      title: 'Noon: Yanaka for wood and steam',
      blocks: [
        'Yanaka kept its lanes when most of the old town burned, and with them its kitchens: timber counters, low windows, a garden the size of two tatami. Food looks at home there without styling. What it does not have is a socket on each wall. Bring a reel of cable, and check with the host what one circuit carries; 20 amperes at 100 volts is 2,000 watts, which is a kettle and one lamp, not two kettles.',
        'Shoes come off at the step. Tell the crew the day before, since boots with eighteen eyelets cost a quarter of an hour when five people wear them.',
      ],
    },
    {
      id: 'koenji',
      title: 'Evening: Kōenji for noise',
      blocks: [
        'Kōenji is the quarter of secondhand amplifiers and basements with egg-box walls. Rehearsal rooms there are rented by the hour as a matter of course, and a good one is quiet in the direction that counts: outwards. Record between seven and nine, when the shops above have closed and the last trains have not yet begun to empty.',
        'If you film a band rather than record it, ask about ceiling height. Many basements end at 2.3 meters, and a boom has nowhere to go.',
      ],
    },
    {
      id: 'between',
      title: 'Getting from one to the next',
      blocks: [
        {
          table: {
            caption: 'Door to door with two cases and a tripod',
            head: ['From', 'To', 'By train', 'By taxi'],
            rows: [
              ['Nakameguro', 'Yanaka', 'about 40 min, one change', 'about 35 min'],
              ['Yanaka', 'Kōenji', 'about 45 min, one change', 'about 40 min'],
              ['Kōenji', 'Nakameguro', 'about 30 min, one change', 'about 25 min'],
            ],
          },
        },
        'Leave an hour and a half between bookings and you will be early twice and on time once. Stations have elevators, though seldom at the exit you want; look for the exit number of the elevator before you leave, not after.',
        'Large coin lockers at the main stations are gone by ten. A room booked for one hour more is the better locker, and it comes with a chair.',
      ],
    },
    {
      id: 'good-manners',
      title: 'Three manners that get you invited back',
      blocks: [
        {
          list: [
            '**The street is not part of the room.** Filming a neighbor’s door, even out of focus, is taken badly. Commercial filming in the street needs permission that the host cannot give you.',
            '**Take the trash with you.** There are no bins outside, and household trash is sorted by day and color. The host will thank you more for this than for a five-star review.',
            '**End ten minutes early.** Leave at the minute at which your booking ends and you have overstayed, because somebody else is already on the stairs with their cases.',
          ],
        },
        {
          note: `All times in a listing are Tokyo time, wherever you book from. Start with [rooms in Tokyo](${paths.city('tokyo')}), and read [why a slot keeps the room’s own clock](${paths.blogPost('the-clock-on-the-wall')}) if you plan from another continent.`,
        },
      ],
    },
  ],
}
