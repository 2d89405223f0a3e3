import { TextLink } from '#web/ui/text-link.tsx'
import { piecesOf, type Piece } from './inline-text.ts'

const linkStyles =
  'font-semibold text-accent-ink underline decoration-accent-ink/35 underline-offset-4 hover:decoration-current'

/** A line of content with its links and stress. */
export function Inline({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) => <PieceView key={index} piece={piece} />)
}

function PieceView({ piece: { text, to, strong } }: { piece: Piece }) {
  if (to?.startsWith('/')) return <TextLink to={to}>{text}</TextLink>
  if (to)
    return (
      <a href={to} className={linkStyles}>
        {text}
      </a>
    )
  return strong ? <strong className="font-semibold text-ink">{text}</strong> : text
}
