import { company } from '@hourspace/domain/company.ts'
import { paths } from '#web/lib/paths.ts'
import type { Post } from './post.ts'

export const windowLight: Post = {
  slug: 'window-light-in-six-cities',
  title: 'Window light in six cities, and when to book it',
  summary:
    'A daylight studio has opening hours of its own. Sunrise and sunset for Tampa, New York, London, Tokyo, Singapore and Sydney, and what they leave of the hours you can book.',
  category: 'city-guides',
  author: 'june',
  published: '2026-09-24',
  pictureAlt: 'A dance studio with a mirrored wall and low sun across the floor',
  intro: [
    `Bookings on ${company.name} start on the hour, in most spaces from 9 AM to 9 PM local time. The sun keeps other hours. Between the two lies the number that decides whether a daylight shoot works: how much of what you can book is actually bright.`,
  ],
  sections: [
    {
      id: 'the-table',
      title: 'The longest and the shortest day',
      blocks: [
        {
          table: {
            caption: 'Sunrise and sunset at the solstices, local clock time',
            head: ['City', 'June 21', 'December 21'],
            rows: [
              ['Tampa', '6:35 AM to 8:28 PM', '7:17 AM to 5:39 PM'],
              ['New York', '5:25 AM to 8:31 PM', '7:17 AM to 4:32 PM'],
              ['London', '4:43 AM to 9:21 PM', '8:04 AM to 3:54 PM'],
              ['Tokyo', '4:26 AM to 7:00 PM', '6:47 AM to 4:32 PM'],
              ['Singapore', '7:00 AM to 7:12 PM', '7:01 AM to 7:04 PM'],
              ['Sydney', '7:00 AM to 4:54 PM', '5:41 AM to 8:05 PM'],
            ],
          },
        },
        'Take an hour off each end for light that is still usable but already colored, and two in a street with tall houses opposite. What remains is your working day.',
      ],
    },
    {
      id: 'winter-in-london',
      title: 'London in December: five hours',
      blocks: [
        'Between nine and three you have light in London, and it is lovely: low, soft, arriving sideways through dirty old factory glass. It is also over before lunch has been cleared away. Book from 9 AM, shoot what needs the window first, and put detail work on lamps into the afternoon. Four hours from nine are worth more than eight hours from noon.',
        'In June the opposite holds. The light outlasts every slot, and at nine in the evening it is finally kind. The 7 PM start is the one that nobody takes and everybody should.',
      ],
    },
    {
      id: 'tokyo-and-its-early-sun',
      title: 'Tokyo gets up before you do',
      blocks: [
        'Japan keeps one time zone and no daylight saving time, so Tokyo’s June sun is up at half past four and gone at seven. By the first slot it is already high and hard, and a white curtain earns its keep. From October to February the same 9 AM start is the best hour of the day.',
      ],
    },
    {
      id: 'singapore',
      title: 'Singapore does not change, but the clouds do',
      blocks: [
        'One degree from the equator the day has the same twelve hours all year, and noon light falls straight down and never reaches far into a room. What matters is rain. Thunderstorms tend to build after two in the afternoon, above all between November and January. Mornings are the safe half, and a room with a skylight is better than one with a view.',
      ],
    },
    {
      id: 'sydney-is-upside-down',
      title: 'In Sydney, look for the north window',
      blocks: [
        'South of the equator the sun travels through the northern sky. The calm, even window that photographers elsewhere call north light faces south in Sydney. A listing that promises north light there promises sunbeams, which may be just what you want. If the description does not say which way the windows face, ask before you plan a set around them.',
      ],
    },
    {
      id: 'tampa-and-new-york',
      title: 'Tampa and New York: mind the change of clocks',
      blocks: [
        'Both put the clock back on the first Sunday of November. In New York the evening slots turn dark from one weekend to the next: a 4 PM start that ended in sunset on Saturday begins in it on Sunday. In Tampa the winter day is an hour longer, and the problem is the opposite one: from May to September the sun through a west window after three heats a room faster than its air conditioning cools it.',
      ],
    },
    {
      id: 'before-you-book',
      title: 'Two minutes before you book',
      blocks: [
        {
          list: [
            'Look at the cover picture and find the window. If its light falls on the floor, the sun was in that window when the picture was taken.',
            'Count the hours of light that are left after nine on your date, and start there.',
            'Book one hour more than the plan says. It is cheaper than a second day.',
          ],
        },
        `Then [find a room with a window](${paths.explore({ q: 'daylight' })}). Slots are shown in the time of the city where the room stands, so the table above and the calendar speak the same language.`,
      ],
    },
  ],
}
