import { company } from '@hourspace/domain/company.ts'
import { paths } from '#web/lib/paths.ts'
import type { Post } from './post.ts'

export const clock: Post = {
  slug: 'the-clock-on-the-wall',
  title: 'The clock that counts hangs in the room',
  summary: `You book from Berlin, the studio is in Tokyo, the clocks change on Sunday. Why every time on ${company.name} belongs to the room, and what that spares you.`,
  category: 'technology',
  author: 'tobias',
  published: '2026-08-20',
  pictureAlt: 'An office at dusk with desks, lamps and a board full of notes',
  intro: [
    'Ask a computer what “tomorrow at nine” means and it will answer with its own tomorrow and its own nine. For a dentist that is right. For a studio in Tokyo that is booked from Berlin it is wrong by eight hours, and on two Sundays of the year by a different number.',
  ],
  sections: [
    {
      id: 'one-rule',
      title: 'One rule',
      blocks: [
        'Ours fits on a door: **the time of a room is the time on its wall.** Each room carries the name of its time zone, such as Asia/Tokyo. When a slot says 9 AM, it is nine where the room stands, whoever looks and from wherever. “Today” in the date field is the room’s today. The week in its calendar is the room’s week. When your own clock differs, the page says so.',
        'It sounds obvious. What makes it worth writing about is how many things quietly follow from it.',
      ],
    },
    {
      id: 'names-not-numbers',
      title: 'Names, not numbers',
      blocks: [
        'One could store “nine hours ahead of Greenwich” instead of “Asia/Tokyo”. For Tokyo this even works, as Japan has not changed its clocks since 1951. For New York the number is five hours behind in January and four in July. A booking that is made in winter for a date in summer must be computed with summer’s number, and only the name knows when that begins.',
        'The names hide surprises. Phoenix does not move its clocks and the rest of the American timetable does, so Phoenix keeps Denver’s time in winter and that of Los Angeles in summer. Sydney moves them in the opposite direction from London: the distance between the two is nine hours in July and eleven in January.',
      ],
    },
    {
      id: 'the-day-with-23-hours',
      title: 'The day with 23 hours',
      blocks: [
        'Twice a year, in most places that have rooms for rent, a day is not 24 hours long. In spring an hour is missing, in autumn one comes twice. It happens at night and hardly touches a slot that starts between nine and nine. Yet a booking may last up to 24 hours, and then it lies right across the seam.',
        'We count hours as they pass, not as the hands show them. Book 12 hours from 9 PM on the night when the clocks go forward and you leave at 10 AM, after twelve hours and not eleven. You pay for twelve and you get twelve. We test on exactly these nights, in several cities.',
      ],
    },
    {
      id: 'deadlines',
      title: 'Deadlines, too',
      blocks: [
        `Refunds hang on deadlines: 24 hours, 5 days or 7 days before the start, depending on the room’s [cancellation policy](${paths.cancellation()}). These are also counted in hours that pass, and shown on the room’s clock. Before you cancel we tell you what you would get back at this moment and until when. A guest who cancels one minute before the deadline is in time. So is one who cancels exactly on it.`,
        'Hosts have it from the other side: their share is sent 24 hours after the booking has ended, and that end is an instant, the same all over the world.',
      ],
    },
    {
      id: 'for-planners',
      title: 'If you plan across oceans',
      blocks: [
        {
          list: [
            'Put the booking into your calendar with the room’s time zone, not yours. Every calendar can do it; the field is called time zone and hides behind “more options”.',
            'If the weekend between now and your booking is a change of clocks, at your place or theirs, write the difference down for the day itself.',
            'Tell the crew the time once, with the city: “nine in Tokyo”. Never send “nine, so one in the morning for you”. Somebody will subtract a second time.',
          ],
        },
        'The simplest advice of all: wear a watch that shows where the room is, from the moment the booking is confirmed.',
      ],
    },
  ],
}
