import type { ListedSpace } from '#web/data/spaces.ts'
import { SpaceGrid } from '#web/features/spaces/space-grid.tsx'

const noneFresh: ReadonlySet<string> = new Set()

export function SimilarSpaces({ spaces }: { spaces: readonly ListedSpace[] }) {
  if (spaces.length === 0) return null
  return (
    <section
      aria-labelledby="similar-spaces"
      className="mt-8 flex flex-col gap-5 border-t border-line pt-8"
    >
      <h2 id="similar-spaces" className="text-2xl">
        Similar spaces
      </h2>
      <SpaceGrid label="Similar spaces" spaces={spaces} fresh={noneFresh} isShelf />
    </section>
  )
}
