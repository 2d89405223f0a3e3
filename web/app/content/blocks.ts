/**
 * What long pages are made of: policies, posts, releases, answers. Text may hold links as
 * `[words](address)` and stress as `**words**`; addresses come from `paths` or are `mailto:`,
 * `https:` or `#section`.
 */
export type Block =
  /** A paragraph. */
  | string
  | { list: readonly string[] }
  /** Numbered, where the order matters. */
  | { steps: readonly string[] }
  /** Pairs that are looked up rather than read: 'Opening hours' and '9 AM to 9 PM'. */
  | { facts: ReadonlyArray<readonly [name: string, text: string]> }
  | { table: { caption: string; head: readonly string[]; rows: ReadonlyArray<readonly string[]> } }
  /** Something worth a box of its own. */
  | { note: string }
  | { quote: string; who: string }
  | { picture: Picture }

export type Picture = { src: string; alt: string; width: number; height: number; caption?: string }

export type Section = {
  /** The address within the page: `#id`. */
  id: string
  title: string
  blocks: readonly Block[]
}
