import { Circle, PartyPopper } from 'lucide-react'
import { TextLink } from '#web/ui/text-link.tsx'
import type { checklistOf } from './checklist.ts'

/** Number of task lists that are shown at first. */
const shownLists = 3

export function Checklist({ lists }: { lists: ReturnType<typeof checklistOf> }) {
  const all = lists.flatMap(({ tasks }) => tasks)
  const done = all.filter((task) => task.done).length
  const open = lists.filter(({ tasks }) => tasks.some((task) => !task.done))
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
        <div className="h-full bg-accent" style={{ width: `${(done / all.length) * 100}%` }} />
      </div>
      <p className="text-sm text-ink-soft">
        {done} of {all.length} done
      </p>
      {open.length === 0 && (
        <p className="flex items-center gap-2 text-sm">
          <PartyPopper aria-hidden className="size-4.5 shrink-0 text-accent-ink" />
          {completeText(lists.length - 1)}
        </p>
      )}
      {open.slice(0, shownLists).map((list) => (
        <TaskList key={list.id} {...list} />
      ))}
      {open.length > shownLists && (
        <details className="text-sm">
          <summary className="min-h-8 cursor-pointer font-semibold text-accent-ink">
            {open.length - shownLists} more
          </summary>
          <div className="mt-2 flex flex-col gap-3">
            {open.slice(shownLists).map((list) => (
              <TaskList key={list.id} {...list} />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

function completeText(listings: number): string {
  if (listings === 0) return 'Your account is complete.'
  return `Your ${listings === 1 ? 'listing has' : 'listings have'} everything guests look for.`
}

/** Open tasks of the host's account or of one listing. */
function TaskList({ title, tasks }: ReturnType<typeof checklistOf>[number]) {
  return (
    <div className="flex flex-col">
      <h3 className="font-sans text-sm font-semibold tracking-normal wrap-anywhere">{title}</h3>
      <ul>
        {tasks
          .filter((task) => !task.done)
          .map(({ label, to }) => (
            <li key={label} className="flex min-h-10 items-center gap-2.5 text-sm">
              <Circle aria-hidden className="size-4.5 shrink-0 text-ink-faint" />
              <TextLink to={to}>
                {label}
                <span className="sr-only">: {title}</span>
              </TextLink>
            </li>
          ))}
      </ul>
    </div>
  )
}
