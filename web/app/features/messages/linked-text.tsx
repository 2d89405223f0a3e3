import type { ReactNode } from 'react'

/** A web address with the punctuation and the brackets after it. */
const address = /\bhttps?:\/\/[^\s<>"“”'’.,:;!?…)\]][^\s<>"“”]*/gi

/**
 * Removes the punctuation that ends a sentence, and closing brackets without an opening bracket in
 * the address. Addresses of Wikipedia end in brackets of their own.
 */
function trimmed(match: string): string {
  const countOf = (sign: string) => match.split(sign).length - 1
  const unopened: Record<string, number> = {
    ')': countOf(')') - countOf('('),
    ']': countOf(']') - countOf('['),
  }
  let end = match.length
  for (; end > 0; end--) {
    const last = match.charAt(end - 1)
    const left = unopened[last]
    if (left === undefined ? !"'’.,:;!?…".includes(last) : left <= 0) break
    if (left !== undefined) unopened[last] = left - 1
  }
  return match.slice(0, end)
}

/** Text that a user has written. Web addresses in it are links, which open a new tab. */
export function LinkedText({ children: text }: { children: string }): ReactNode {
  const pieces: ReactNode[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(address)) {
    const url = trimmed(match)
    pieces.push(
      text.slice(end, index),
      <a
        key={index}
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline underline-offset-2"
      >
        {url}
      </a>,
    )
    end = index + url.length
  }
  return [...pieces, text.slice(end)]
}
