import { LinkifyIt } from 'linkify-it'
import type { ReactNode } from 'react'

/** Finds http and https addresses only. */
const addresses = new LinkifyIt({ fuzzyEmail: false })
for (const scheme of ['ftp:', 'mailto:', '//']) addresses.add(scheme, null)

/** Text that a user has written. Web addresses in it are links, which open a new tab. */
export function LinkedText({ children: text }: { children: string }): ReactNode {
  const pieces: ReactNode[] = []
  let end = 0
  for (const { index, lastIndex, url, text: address } of addresses.match(text) ?? []) {
    pieces.push(
      text.slice(end, index),
      <a
        key={index}
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline underline-offset-2"
      >
        {address}
      </a>,
    )
    end = lastIndex
  }
  return [...pieces, text.slice(end)]
}
