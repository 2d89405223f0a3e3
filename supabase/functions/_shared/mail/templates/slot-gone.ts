import { template } from '#functions/_shared/mail/template.ts'
import { money, slotSchema, whenFacts } from './booking-data.ts'

/** To the guest: paid too late, and refunded in full. */
export const slotGone = template(slotSchema, (slot, site) => ({
  subject: `Not booked, and refunded in full: ${slot.space_title}`,
  title: 'Somebody else was first',
  preview: `${money(slot.refunded_minor, slot.currency)} goes back to your card.`,
  blocks: [
    {
      text: 'Your payment arrived when this time had just been taken. You have no booking, and every cent goes back to your card. We are sorry.',
    },
    {
      facts: [
        ['Space', slot.space_title],
        ...whenFacts(slot),
        ['Refund', money(slot.refunded_minor, slot.currency)],
      ],
    },
    { button: 'Choose another time', url: `${site.url}/space/${slot.space_path}` },
  ],
  reason: `You get this because you paid for a space on ${site.name}.`,
}))
