/** The first thing a visitor sees. Pictures are drawn by the project (supabase/seed/pictures). */
export const hero = {
  badge: 'Booked by the hour',
  title: 'A room for the hour you need it.',
  subtitle:
    'Studios, lofts, event halls and meeting rooms from owners around the world. See the free hours, pay by card, walk in.',
  primary: 'Explore Spaces',
  secondary: 'List A Space',
  image: '/images/hero-loft.webp',
} as const
