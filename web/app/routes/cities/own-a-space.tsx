import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

/** The invitation to hosts at the end of every city page. */
export function OwnASpace({ city, isFirst }: { city: string; isFirst: boolean }) {
  return (
    <section aria-labelledby="own-a-space" className="page">
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5 rounded-sheet bg-accent-soft p-6 sm:p-10">
        <div className="flex max-w-prose flex-col gap-2">
          <h2 id="own-a-space" className="text-3xl">
            Own a Space?
          </h2>
          <p className="text-lg text-ink-soft">
            {isFirst
              ? `Be the first to list one like this in ${city}. You name the price and the hours, and keep 90% of every rental.`
              : `Let it earn in the hours it stands empty. You name the price, ${city} books by the hour, and you keep 90% of every rental.`}
          </p>
        </div>
        <LinkButton to={paths.createListing()}>List Your Space</LinkButton>
      </div>
    </section>
  )
}
