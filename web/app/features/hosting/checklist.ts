import type { HostFacts, ListingFacts } from '#web/data/hosting-today.ts'
import { paths } from '#web/lib/paths.ts'
import { payoutWait } from './payouts.ts'

/** Minimum number of photos for which the photo task of a listing counts as done. */
export const enoughPhotos = 3

type Task = { label: string; to: string; done: boolean }

/** Returns the open and done tasks of a host: for the account, then for each listing. */
export function checklistOf(host: HostFacts, listings: readonly ListingFacts[]) {
  const account: Task[] = [
    { label: 'Add your name', to: paths.profile(), done: host.hasName },
    {
      label: host.account === 'not_connected' ? 'Connect payouts' : 'Check your payout account',
      to: paths.dashboard(),
      done: payoutWait(host.account) === null,
    },
  ]
  return [
    { id: 'account', title: 'Your account', tasks: account },
    ...listings.map(({ id, title, images, hours, house_rules, address, arrival }) => {
      const tasks: Task[] = [
        {
          label: `Add at least ${enoughPhotos} photos`,
          to: `${paths.hostingListing(id)}#photos`,
          done: images.length >= enoughPhotos,
        },
        {
          label: 'Set opening hours',
          to: paths.hostingRules(id),
          done: hours.length > 0,
        },
        {
          label: 'Write house rules',
          to: `${paths.hostingListing(id)}#field-house_rules`,
          done: house_rules.trim() !== '',
        },
        {
          label: 'Add the street address',
          to: `${paths.hostingListing(id)}#field-street_address`,
          done: Boolean(address?.street_address.trim()),
        },
        {
          label: 'Write arrival notes',
          to: `${paths.hostingListing(id)}#field-arrival_notes`,
          done: Boolean(arrival?.notes.trim()),
        },
      ]
      return { id, title, tasks }
    }),
  ]
}
