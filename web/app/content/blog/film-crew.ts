import { paths } from '#web/lib/paths.ts'
import type { Post } from './post.ts'

export const filmCrew: Post = {
  slug: 'before-a-film-crew-arrives',
  title: 'What to settle before you let a film crew in',
  summary:
    'Crews book long, pay on time and move your sofa. Nine questions to ask beforehand, and a walk through the room that protects both sides.',
  category: 'business',
  author: 'renata',
  published: '2026-10-06',
  pictureAlt: 'A bright kitchen with an island, stools and arched windows',
  intro: [
    'A day of filming can bring what three weeks of meetings bring. It also brings fourteen people where the request said six, a van on the neighbor’s drive and a smoke machine. Hosts who enjoy crews are not luckier than others. They ask before, and they write the answers down.',
  ],
  sections: [
    {
      id: 'nine-questions',
      title: 'Nine questions',
      blocks: [
        {
          steps: [
            '**How many people, at the busiest moment?** Count cast, crew, client and the driver. Your capacity is a limit and not a suggestion.',
            '**What do you plug in?** Ask for watts. A kitchen circuit carries about 1,800 in the United States and 3,500 in most of Europe, and one film lamp can take all of it.',
            '**What leaves the floor?** Rails, a dolly, stands with sandbags. A wooden floor wants plywood or felt under anything with wheels.',
            '**What will you move, and who moves it back?** The piano never moves.',
            '**Smoke, candles, animals, water, paint, glitter?** Haze sets off smoke detectors. Switching a detector off is out of the question; choose another effect.',
            '**Where do the vans stand?** Unloading takes half an hour each way, inside the booking.',
            '**What can the neighbors hear?** Shouted lines and playback are louder than a party, and repeated forty times.',
            '**May the house be recognizable?** License plate, street front, family pictures. Decide before, since nobody can decide it afterwards.',
            '**Who is in charge on the day?** One name and one number.',
          ],
        },
        'Half of these have no wrong answer. You are asking in order to hear whether the crew has thought about it.',
      ],
    },
    {
      id: 'paper',
      title: 'Paper',
      blocks: [
        'Every booking here includes 1 million dollars of liability insurance and secure payment. A professional production has cover of its own as well, and its office can send a certificate within an hour when asked politely. Ask for it when equipment is heavy, floors are old or the crew is large.',
        'If the pictures will be published, the production will bring a location release: a page by which you allow the place to be shown. Read the part about time. “In perpetuity” is usual for advertising and worth a conversation for your own bedroom.',
        'We are not your lawyers, and the rules about filming differ between cities. Streets, sidewalks and parks need permission from the city nearly everywhere, and that is the production’s business and not yours.',
      ],
    },
    {
      id: 'hours',
      title: 'Hours',
      blocks: [
        'A shoot that is planned for six hours takes eight. Make that the crew’s problem before it becomes yours: what is booked includes setting up and clearing out. A slot that is followed by somebody else’s cannot be stretched on the day, because the calendar will not allow it.',
        'A booking may last up to 24 hours and starts on the hour, in most spaces not before 9 AM. For a call time of six in the morning there is a trick that needs no trick: let them set up the evening before.',
        `Choose your [cancellation policy](${paths.cancellation()}) with this in mind. If you turn other guests away for a full day of filming, strict is fair: half is refunded up to 7 days before, and nothing after that.`,
      ],
    },
    {
      id: 'the-walk',
      title: 'The walk, twice',
      blocks: [
        'When they arrive, walk through the room with the person in charge and film it on your phone, slowly, corners and floor included. It takes three minutes. Say aloud what is already scratched. At the end, walk the same way together.',
        'Agree on the end state in one sentence: “as in photo one”. It is the reason why the first picture of your listing should show the room exactly as you want to find it.',
      ],
    },
    {
      id: 'worth-it',
      title: 'And then enjoy it',
      blocks: [
        'Put out coffee, show them the quiet toilet, tell them where lunch is good. Location scouts talk to one another more than to anybody else, and what they pass on is short: easy host, true photos, good power.',
      ],
    },
  ],
}
