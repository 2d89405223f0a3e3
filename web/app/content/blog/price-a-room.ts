import { hostSharePercentage, platformFeePercentage, quote } from '@hourspace/domain/fees.ts'
import { paths } from '#web/lib/paths.ts'
import type { Post } from './post.ts'

/** Hourly cost in the post's example, in dollars. */
const floor = 14

/** The host's share of a rental, in whole dollars. */
const share = (price: number, hours: number) =>
  Math.round(quote(price, 'USD', hours).hostShareMinor / 100)

const earnings = (price: number, hours: number) => [
  `$${price}`,
  `${hours}`,
  `$${share(price, hours)}`,
  `$${share(price, hours) - hours * floor}`,
]

/** The guest's total for an hour, in dollars: '55' or '49.50'. */
function guestPays(price: number): string {
  const total = quote(price, 'USD', 1).totalMinor / 100
  return Number.isInteger(total) ? String(total) : total.toFixed(2)
}

export const priceARoom: Post = {
  slug: 'price-a-room-by-the-hour',
  title: 'What an hour of your room is worth',
  summary:
    'Three numbers that you can look up this afternoon lead to a price you can defend: what the hour costs you, what the street charges, and how many hours you will really fill.',
  category: 'hosting-tips',
  author: 'renata',
  published: '2026-10-29',
  pictureAlt: 'A workshop with long benches and arched windows in evening light',
  intro: [
    'Most first prices are guesses, and most guesses are too low on quiet rooms and too high on ordinary ones. You do not need a pricing expert. You need a sheet of paper and three numbers.',
  ],
  sections: [
    {
      id: 'the-floor',
      title: 'One: the floor',
      blocks: [
        'The floor is what an hour costs you when somebody is in it. Add up what moves with use: heating or cooling, electricity for lights and ovens, cleaning, coffee, wear on whatever wears. Leave the rent out of this sum, because you pay it anyway.',
        'An example. A small kitchen studio uses 4 dollars of gas and power in an hour, needs 30 dollars of cleaning after each booking, and is usually taken for three hours. That is 4 plus 10, so 14 dollars. Below 14 dollars an hour the host pays to be visited.',
        'Cleaning is the interesting part. It is the same 30 dollars after one hour as after six, so short bookings cost you the most. If your floor for a single hour is uncomfortable, write the description for the longer booking: say what fits into three hours.',
      ],
    },
    {
      id: 'the-street',
      title: 'Two: the street',
      blocks: [
        `Now look at what is around you. [Explore](${paths.explore()}) takes a city and a type, so ten comparable rooms are a minute away. Write down capacity, price and the one thing each has that yours lacks. Divide price by capacity: an hourly price for each person who fits in compares a podcast booth with a ballroom better than the bare figure does.`,
        'Ignore the cheapest and the most expensive. If the rest lie between 2 and 3 dollars for each person and your room holds twenty, the street says 40 to 60.',
      ],
    },
    {
      id: 'the-calendar',
      title: 'Three: the calendar',
      blocks: [
        'The third number is honest only if you take it from a real week: how many hours will be booked? New rooms with good pictures tend to fill evenings and weekends first. Suppose ten hours a week.',
        `Ten hours at 50 dollars are 500 dollars of rental. You receive ${hostSharePercentage}%, which is ${share(50, 10)} dollars. Take the floor of ${floor} dollars for each of the ten hours away and ${share(50, 10) - 10 * floor} dollars remain. Put that beside the rent you pay for the empty week and you know what the room does for you.`,
        {
          table: {
            caption: 'The same room at three prices',
            head: [
              'Hourly price',
              'Hours a week',
              `Your ${hostSharePercentage}%`,
              `After the floor of $${floor}`,
            ],
            rows: [earnings(40, 13), earnings(50, 10), earnings(60, 7)],
          },
        },
        'The middle row wins here with fewer visits than the first. That is common: the lower price fills more hours, and cleaning eats them.',
      ],
    },
    {
      id: 'what-the-guest-sees',
      title: 'What the guest sees',
      blocks: [
        `On top of your rental the guest pays a platform fee of ${platformFeePercentage}%, shown as its own line before they pay. An hour at 50 dollars costs them ${guestPays(50)}. Keep that in mind near round numbers: 45 dollars becomes ${guestPays(45)}, which feels quite different from ${guestPays(50)}.`,
        'Nothing else is added. Fees that appear at the end are the fastest way to lose a guest who had already made up their mind.',
      ],
    },
    {
      id: 'then-leave-it',
      title: 'Then leave it for six weeks',
      blocks: [
        'A price needs time to be judged. Six weeks later, look at three things. If you turned nobody away because the time was taken, the price is not too low. If people ask and do not book, look at the pictures before you touch the price. If every Saturday goes within a day, you may raise it by a tenth and look again.',
        'Raise quietly and rarely. Existing bookings always keep their price.',
      ],
    },
  ],
}
