/**
 * A content block of a policy, blog post, press release or help answer. Text supports links
 * (`[text](target)`) and emphasis (`**text**`). Link targets come from `paths` or start with
 * `mailto:`, `https:` or `#`.
 */
export type Block =
  | string
  | { list: readonly string[] }
  | { steps: readonly string[] }
  /** Label and value pairs: 'Opening hours', '9 AM to 9 PM'. */
  | { facts: ReadonlyArray<readonly [name: string, text: string]> }
  | { table: { caption: string; head: readonly string[]; rows: ReadonlyArray<readonly string[]> } }
  | { note: string }
  | { quote: string; who: string }
  | { picture: Picture }

export type Picture = { src: string; alt: string; width: number; height: number; caption?: string }

export type Section = {
  /** Id of the section, used in links as `#id`. */
  id: string
  title: string
  blocks: readonly Block[]
}
