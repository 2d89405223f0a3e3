/** Categories of blog posts, in the order of the filter. The filter starts with 'All Posts'. */
export const categories = [
  { id: 'hosting-tips', label: 'Hosting Tips' },
  { id: 'city-guides', label: 'City Guides' },
  { id: 'design', label: 'Design' },
  { id: 'business', label: 'Business' },
  { id: 'technology', label: 'Technology' },
  { id: 'community', label: 'Community' },
] as const

export const allPosts = 'All Posts'

export type CategoryId = (typeof categories)[number]['id']
