import { paths } from '#web/lib/paths.ts'
import type { Post } from './post.ts'

export const photographARoom: Post = {
  slug: 'photograph-a-room',
  title: 'Five photos that let a room speak for itself',
  summary:
    'You need a phone, a window and an hour. What to tidy, where to stand, and which five pictures answer the questions a guest would otherwise ask.',
  category: 'hosting-tips',
  author: 'june',
  published: '2026-11-12',
  pictureAlt: 'A camera on a tripod between two soft lights in a bright studio',
  intro: [
    'A guest who looks at your listing is asking one thing: will my plan work in there? They have a shoot, a class or a dinner in mind and are trying to fit it into your walls. Pretty pictures help less than clear ones. Here is the hour of work that we suggest to every new host.',
  ],
  sections: [
    {
      id: 'before-the-first-picture',
      title: 'Before the first picture',
      blocks: [
        'Pick the brightest hour of the room, not the brightest hour of the day. A north-facing studio is at its best around noon; an east window has two good hours after breakfast and then goes flat. If you do not know yours, walk in every two hours on a free day and take one frame from the same spot. The winner will be obvious.',
        'Then remove what belongs to you rather than to the room: the coat, the router, the box of cables, the third plant that is not doing well. Leave what the guest may use. A row of matching chairs says more about capacity than any number. Switch off every lamp that is a different color from the daylight, because a phone cannot make sense of two kinds of white and turns both into mud.',
        'Clean the glass. It is the only cleaning that shows in a photo.',
      ],
    },
    {
      id: 'where-to-stand',
      title: 'Where to stand',
      blocks: [
        'Stand in a corner and hold the phone at the height of your chest. Eye level shows too much ceiling; hip level makes tables look like landing strips. Keep the upright edges of doors and windows upright in the frame: most phones can show a grid, and one vertical line on a door frame is all you need to check.',
        'Use the normal lens. The ultra-wide one stretches a room by a third, and the guest who arrives with twenty people will measure it in disappointment. If a room does not fit into the normal lens, take two pictures of it.',
        'Tap on the window to set the brightness, then slide it up a little. The view may burn out. Guests rent the room and not the sky.',
      ],
    },
    {
      id: 'the-five',
      title: 'The five',
      blocks: [
        'A listing holds five pictures, and the first is the cover. This order has a reason for each:',
        {
          steps: [
            '**The whole room from its best corner, landscape.** It is cropped for the cards in the lists, so keep what matters out of the outer tenth.',
            '**The same room from the opposite corner.** Two corners are enough to understand a floor plan; one never is.',
            '**The thing people come for.** The backdrop, the kitchen island, the long table, the sprung floor. Close enough that its state is plain to see.',
            '**The way in.** The street door, the elevator or the stairs. Nobody photographs it, and everybody with a cart, a cake or a wheelchair wants to know.',
            '**The room in use.** A set table, a light on its stand, mats on the floor. No people needed, and no permission either.',
          ],
        },
      ],
    },
    {
      id: 'before-you-upload',
      title: 'Before you upload',
      blocks: [
        'Straighten, brighten, stop. Filters date a listing and change the color of the walls, and the color of the walls is precisely what a photographer is booking. Export as JPEG or WebP at full size: we make the small versions ourselves, and anything up to 20 MB goes through.',
        'Look at the cover once more at the size of a matchbox, since that is how most people will meet it. If you cannot tell what kind of room it is, swap it with number three.',
        {
          note: `Ready? [Create your listing](${paths.createListing()}) and drop the five in. You can put them in order there before anybody sees them.`,
        },
        'One last habit: take the pictures again when you repaint, move the sofa or change the lights. The reviews that sting are seldom about a bad room. They are about a room that was not the one in the photo.',
      ],
    },
  ],
}
