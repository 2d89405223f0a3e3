import type { ReactNode } from 'react'
import type { Block, Picture } from '#web/content/blocks.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { type Piece, piecesOf } from './inline-text.ts'

export function Prose({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="flex max-w-prose flex-col gap-4 text-ink-soft">
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </div>
  )
}

function BlockView({ block }: { block: Block }): ReactNode {
  if (typeof block === 'string')
    return (
      <p>
        <Inline text={block} />
      </p>
    )
  if ('list' in block) return <Items items={block.list} />
  if ('steps' in block) return <Items items={block.steps} ordered />
  if ('facts' in block) return <Facts facts={block.facts} />
  if ('table' in block) return <Table {...block.table} />
  if ('picture' in block) return <Figure {...block.picture} />
  if ('quote' in block)
    return (
      <figure className="border-l-3 border-accent py-1 pl-5">
        <blockquote className="font-display text-xl text-ink">“{block.quote}”</blockquote>
        <figcaption className="mt-2 text-sm">{block.who}</figcaption>
      </figure>
    )
  return (
    <p className="rounded-control bg-accent-soft px-4 py-3 text-ink">
      <Inline text={block.note} />
    </p>
  )
}

function Items({ items, ordered }: { items: readonly string[]; ordered?: boolean }) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List
      className={`flex flex-col gap-2 pl-5 marker:text-accent-ink ${ordered ? 'list-decimal marker:font-semibold' : 'list-disc'}`}
    >
      {items.map((item) => (
        <li key={item} className="pl-1">
          <Inline text={item} />
        </li>
      ))}
    </List>
  )
}

function Facts({ facts }: { facts: ReadonlyArray<readonly [string, string]> }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {facts.map(([name, text]) => (
        <div key={name} className="grid gap-x-6 py-3 sm:grid-cols-[11rem_1fr]">
          <dt className="font-semibold text-ink">{name}</dt>
          <dd>
            <Inline text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Table(props: {
  caption: string
  head: readonly string[]
  rows: ReadonlyArray<readonly string[]>
}) {
  const { caption, head, rows } = props
  return (
    <table className="w-full text-left text-sm">
      <caption className="pb-2 text-left font-semibold text-ink">{caption}</caption>
      <thead>
        <tr className="border-b border-control text-ink">
          {head.map((name) => (
            <th key={name} scope="col" className="py-2 pr-2 font-semibold last:pr-0 sm:pr-4">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row" className="py-2.5 pr-2 align-top font-semibold text-ink sm:pr-4">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={head[index + 1]} className="py-2.5 pr-2 align-top last:pr-0 sm:pr-4">
                <Inline text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Figure({ src, alt, width, height, caption }: Picture) {
  return (
    <figure className="my-2">
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        className="h-auto w-full rounded-card bg-sunken"
      />
      {caption && <figcaption className="mt-2 text-sm text-ink-faint">{caption}</figcaption>}
    </figure>
  )
}

function Inline({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) => <PieceView key={index} piece={piece} />)
}

function PieceView({ piece: { text, to, strong } }: { piece: Piece }) {
  if (to?.startsWith('/')) return <TextLink to={to}>{text}</TextLink>
  if (to)
    return (
      <a href={to} className="text-link">
        {text}
      </a>
    )
  return strong ? <strong className="font-semibold text-ink">{text}</strong> : text
}
