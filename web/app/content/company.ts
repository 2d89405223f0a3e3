/** Social networks on which a visitor can share a page. The company has no profiles there. */
export const socialNetworks = [
  { name: 'LinkedIn', share: 'https://www.linkedin.com/sharing/share-offsite/?url=' },
  { name: 'Facebook', share: 'https://www.facebook.com/sharer/sharer.php?u=' },
  { name: 'X', share: 'https://x.com/intent/post?url=' },
] as const
