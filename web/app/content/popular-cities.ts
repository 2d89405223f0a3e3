/** Cities that every page links to, by the slug of their page. */
export const popularCities = [
  { slug: 'new-york', name: 'New York' },
  { slug: 'los-angeles', name: 'Los Angeles' },
  { slug: 'chicago', name: 'Chicago' },
  { slug: 'houston', name: 'Houston' },
  { slug: 'phoenix', name: 'Phoenix' },
  { slug: 'philadelphia', name: 'Philadelphia' },
  { slug: 'san-antonio', name: 'San Antonio' },
  { slug: 'san-diego', name: 'San Diego' },
  { slug: 'dallas', name: 'Dallas' },
  { slug: 'san-jose', name: 'San Jose' },
] as const
