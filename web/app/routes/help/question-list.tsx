import { ChevronDown, Link2 } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Question } from '#web/content/help/help.ts'
import { Prose } from '#web/features/content/prose.tsx'

/** Help questions that expand when pressed. A link to an answer expands it. */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  const { hash } = useLocation()

  useEffect(() => {
    if (hash) unfold(hash.slice(1))
  }, [hash])

  return (
    <ul className="divide-y divide-line border-y border-line">
      {questions.map(({ id, question, answer }) => (
        <li key={id}>
          <details className="group">
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 hover:text-accent-ink [&::-webkit-details-marker]:hidden">
              <h3 className="text-lg tracking-normal">{question}</h3>
              <ChevronDown
                aria-hidden
                className="size-5 shrink-0 text-ink-faint transition-transform duration-150 group-open:rotate-180"
              />
            </summary>
            <div id={id} className="flex scroll-mt-40 flex-col items-start gap-3 pb-6">
              <Prose blocks={answer} />
              <a
                href={`#${id}`}
                aria-label={`Link to this answer: ${question}`}
                className="inline-flex min-h-8 items-center gap-1.5 text-sm text-ink-faint hover:text-ink hover:underline pointer-coarse:min-h-11"
              >
                <Link2 aria-hidden className="size-4" />
                Link to this answer
              </a>
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}

function unfold(id: string): void {
  const details = document.getElementById(id)?.closest('details')
  if (!details || details.open) return
  details.open = true
  details.scrollIntoView()
}
