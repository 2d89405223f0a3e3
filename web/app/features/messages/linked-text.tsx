import type { ReactNode } from 'react'

/** A web address, without the punctuation that ends a sentence or a bracket around it. */
const address = /\bhttps?:\/\/[^\s<>"“”]*[^\s<>"“”'’.,:;!?…)\]]/gi

/** Text that a user has written. Web addresses in it are links, which open a new tab. */
export function LinkedText({ children: text }: { children: string }): ReactNode {
  const pieces: ReactNode[] = []
  let end = 0
  for (const { 0: url, index } of text.matchAll(address)) {
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
