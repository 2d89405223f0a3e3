/** Public and private channels of one name are two topics. */
export function topicKey(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`
}
