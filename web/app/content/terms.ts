import {
  hostCommissionPercentage,
  hostSharePercentage,
  platformFeePercentage,
} from '@hourspace/domain/fees.ts'
import { cancellationPolicies, graceMinutes } from '@hourspace/domain/cancellation.ts'
import { company } from '@hourspace/domain/company.ts'
import { paths } from '#web/lib/paths.ts'
import type { Policy } from './policy.ts'

/** Source of both the terms page and its PDF. */
export const terms: Policy = {
  title: 'Terms of Service',
  description: `The agreement between you and ${company.name} in six plain sections: use of the site, your responsibilities, booking and payment, liability, and changes.`,
  lead: `The agreement between you and ${company.name}, in six sections. We wrote it to be read.`,
  updated: '2025-03-15',
  sections: [
    {
      id: 'agreement',
      title: '1. Agreement to Terms',
      blocks: [
        `By opening an account, listing a space or booking one, you agree to these terms. If you act for a company, you confirm that you may bind it. If you do not agree, please do not use ${company.name}.`,
        `${company.name} is a marketplace. It brings together people who rent out spaces by the hour (hosts) and people who book them (guests). The rental itself is an agreement between the two; we are not a party to it. We provide the site, take the payment, and pass on the host’s share.`,
        'You must be at least 18 years old and able to enter into contracts where you live.',
      ],
    },
    {
      id: 'license',
      title: '2. Use License',
      blocks: [
        'We let you use the site and everything on it for looking for, listing and booking spaces. This permission is personal, can be withdrawn when these terms are broken, and does not make anything of ours yours.',
        'You may not:',
        {
          list: [
            'copy listings, photos or reviews to offer them elsewhere;',
            'collect data with programs beyond what our published sitemap invites search engines to;',
            'get around technical limits, or look for gaps in them without telling us;',
            'pretend to be somebody else, or book on behalf of people who know nothing of it.',
          ],
        },
        `What you upload stays yours. You allow us to show it on ${company.name} and in previews of links to it, for as long as it is listed, and you confirm that you may allow this.`,
      ],
    },
    {
      id: 'responsibilities',
      title: '3. User Responsibilities',
      blocks: [
        'Keep your password to yourself, give true information, and take responsibility for what happens through your account.',
        'Hosts describe the space as it is, hold the rights and permits to rent it out, keep it safe, open it at the booked time, and pay the taxes on what they earn.',
        'Guests use the space for what was agreed, keep to the number of people and to the house rules, leave on time and as they found it, and pay for what they break.',
        'Reviews are about one’s own experience. We remove those that insult, advertise or make things up; we do not remove those that are merely unwelcome.',
      ],
    },
    {
      id: 'payment',
      title: '4. Booking and Payment Terms',
      blocks: [
        'Prices are set by hosts, by the hour, in the currency shown. At checkout we hold the time for 15 minutes. A booking exists once the payment has succeeded; if the time is gone by then, the payment is refunded in full.',
        `On top of the rental the guest pays a platform fee, ${platformFeePercentage}% unless another figure is shown at checkout. The host receives ${hostSharePercentage}% of the rental, and the other ${hostCommissionPercentage}% is our commission. Cards are charged by Stripe.`,
        'The host’s share is held until 24 hours after the booking has ended and is then transferred to the account that the host has connected at Stripe. From there it takes 3 to 5 business days to most banks. While a card payment is disputed, the transfer waits for the outcome. If a payment goes back to the guest after the host has been paid, the host’s part of it is deducted from the host’s next payouts.',
        `A guest may cancel before the start. What is refunded depends on the policy that the space had when it was booked: ${Object.entries(
          cancellationPolicies,
        )
          .map(([name, { summary }]) => `${name}: ${summary.toLowerCase()}`)
          .join(
            '; ',
          )}. After that nothing is refunded. Under every policy, a cancellation within ${graceMinutes} minutes after booking is refunded in full if the booking starts more than a day after it was made. Refunds arrive within 5 to 7 business days. [Cancellation Policy](${paths.cancellation()}) has examples.`,
        `If you pay outside ${company.name} for a space found on it, you break these terms and lose every protection that comes with a booking.`,
      ],
    },
    {
      id: 'liability',
      title: '5. Limitation of Liability',
      blocks: [
        'We look after the site with care, but we cannot promise that it is always available or free of faults, and we do not inspect spaces. Spaces are offered by their hosts, as they are.',
        'Where the law allows it, we are not liable for lost profit, lost data or other indirect damage, and our liability for one booking ends at the amount that was paid for it. Nothing here limits liability for intent, for gross negligence, for injury to life and health, or any right that the law gives to consumers.',
        `The liability insurance that bookings include has terms of its own; [Safety](${paths.safety()}) sums them up.`,
        'These terms are governed by the law of the State of Florida, without taking away the protection that consumers have where they live. Before anybody goes to court, please write to us: most things can be settled by talking.',
      ],
    },
    {
      id: 'changes',
      title: '6. Changes to These Terms',
      blocks: [
        `When we change these terms, the date at their top changes too. Changes that make something worse for you are announced by email at least 30 days before they take effect. If you keep using ${company.name} after that, the new terms apply. Bookings that were made before keep the terms they were made under.`,
        `You may leave at any time: [Privacy Settings](${paths.privacySettings()}) deletes your account. If a part of these terms should not hold, the rest still does.`,
      ],
    },
  ],
}
