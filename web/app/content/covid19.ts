import { company } from '@hourspace/domain/company.ts'
import { paths } from '#web/lib/paths.ts'
import type { Policy } from './policy.ts'

export const covid19: Policy = {
  title: 'COVID-19 Response',
  description: `What guests and hosts on ${company.name} do about COVID-19 and other infections: staying home when ill, fresh air, clean surfaces, and how refunds work.`,
  lead: 'The emergency is over, the virus is not. Sharing a room for an hour is safe when a few habits stay with us.',
  updated: '2026-11-02',
  sections: [
    {
      id: 'guests',
      title: 'For guests',
      blocks: [
        {
          list: [
            'Stay home with a fever, a new cough or a positive test. Your crew will thank you.',
            'Wash or disinfect your hands when you arrive, and after touching what others have touched.',
            'Open the windows when the host’s note allows it: five minutes each hour change the air of most rooms.',
            `A mask is welcome anywhere on ${company.name}. Nobody has to explain one.`,
          ],
        },
      ],
    },
    {
      id: 'hosts',
      title: 'For hosts',
      blocks: [
        {
          list: [
            'Air the room between two bookings, and wipe what hands touch: handles, switches, tables, microphones, remote controls.',
            'Put soap, paper towels and hand disinfectant where guests see them.',
            'Set a capacity that leaves people room to breathe. You can lower it at any time on the listing.',
            'If you or somebody in the house is ill, switch the space off until it is over. Existing bookings are not affected, so write to us about them at once.',
          ],
        },
      ],
    },
    {
      id: 'cancelling',
      title: 'If you fall ill before a booking',
      blocks: [
        `The [cancellation policy](${paths.cancellation()}) of the space applies to illness as well, and My Bookings shows what comes back before you confirm anything. The earlier you cancel, the more it is, and the sooner somebody else can use the hour.`,
        `If an authority forbids the gathering or closes the building, [write to us](${paths.contact({ subject: 'support' })}) with the order. Then the hour cannot take place through nobody’s fault, and we find a solution with the host.`,
      ],
    },
    {
      id: 'rules',
      title: 'Local rules come first',
      blocks: [
        'Rules differ by country, city and even building, and they change. Where one of them is stricter than this page, it wins. For larger events, ask the authority that is responsible for the place where the space stands.',
        'This page is not medical advice. For that, ask a doctor or your health authority.',
      ],
    },
  ],
}
