import type { DeletionBlocker } from './leaving.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { blockerText } from './blocker-text.ts'

/** What has to be settled first, each with the place where that is done. */
export function BlockerList({ blockers }: { blockers: readonly DeletionBlocker[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {blockers.map((blocker) => {
        const { what, hint, link } = blockerText(blocker)
        return (
          <li
            key={`${blocker.kind} ${blocker.id}`}
            className="flex flex-col items-start justify-between gap-x-6 gap-y-1 py-3 sm:flex-row sm:items-center"
          >
            <div>
              <p className="font-semibold">{what}</p>
              <p className="text-sm text-ink-soft">{hint}</p>
            </div>
            <TextLink to={link.to} className="inline-flex min-h-8 shrink-0 items-center">
              {link.label}
            </TextLink>
          </li>
        )
      })}
    </ul>
  )
}
