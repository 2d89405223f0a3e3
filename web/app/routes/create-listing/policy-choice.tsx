import { cancellationPolicies, cancellationPolicyNames } from '@hourspace/domain/cancellation.ts'
import { cx } from '#web/ui/cx.ts'

/** What a guest gets back when they cancel: one of three policies, each with its rule beside it. */
export function PolicyChoice(props: { value: string; onChange: (policy: string) => void }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">Cancellation policy</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {cancellationPolicyNames.map((policy) => {
          const isChosen = policy === props.value
          return (
            <label
              key={policy}
              className={cx(
                'relative flex flex-col gap-1 rounded-control border p-4 transition-colors duration-150',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                isChosen ? 'border-accent bg-accent-soft' : 'border-control hover:bg-sunken',
              )}
            >
              <input
                type="radio"
                name="cancellation_policy"
                value={policy}
                checked={isChosen}
                onChange={() => props.onChange(policy)}
                className="absolute inset-0 cursor-[inherit] appearance-none rounded-control outline-none"
              />
              <span className="font-semibold capitalize">{policy}</span>
              <span className="text-sm text-ink-soft">
                {cancellationPolicies[policy].summary}, nothing after that.
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
