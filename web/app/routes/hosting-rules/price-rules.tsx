import { formatMoney } from '@hourspace/domain/money.ts'
import type { HostRules } from '#web/data/booking-rules.ts'
import { FieldSection } from '#web/features/listing/draft-field.tsx'
import { RemoveRowButton } from '#web/features/listing/remove-row-button.tsx'
import { formatHour, weekdayNames } from '#web/lib/times.ts'
import { PlainInput, PlainSelect } from '#web/ui/plain-field.tsx'
import { allHours, numberOptions } from './choices.ts'
import { AddButton, RowError, Rows } from './rows.tsx'
import type { SectionProps } from './rules-draft.ts'

/**
 * Choices for the weekdays of a price rule. For any other stored set of weekdays, the form lists
 * the names of the days.
 */
const daySets = [
  { label: 'Every day', days: [0, 1, 2, 3, 4, 5, 6] },
  { label: 'Monday to Friday', days: [1, 2, 3, 4, 5] },
  { label: 'Saturday and Sunday', days: [0, 6] },
  { label: 'Friday and Saturday', days: [5, 6] },
  ...weekdayNames.map((label, day) => ({ label, days: [day] })),
]

export function PriceRules({
  draft,
  errors,
  change,
  space,
}: SectionProps & Pick<HostRules, 'space'>) {
  return (
    <FieldSection
      title="Prices by day and hour"
      hint={`Hours without a price here cost ${formatMoney(space.price, space.currency)}.`}
    >
      <Rows>
        {draft.price_rules.map((rule, index) => {
          const set = (part: Partial<typeof rule>) =>
            change({ price_rules: draft.price_rules.with(index, { ...rule, ...part }) })
          const days = JSON.stringify(rule.weekdays)
          const known = daySets.some((daySet) => JSON.stringify(daySet.days) === days)
          const name = `price_rules.${index}`
          return (
            <li
              key={index}
              data-rule={name}
              className="grid items-start gap-3 py-3 min-[18rem]:grid-cols-2 sm:grid-cols-[minmax(0,1.4fr)_1fr_1fr_1fr_auto]"
            >
              <PlainSelect
                name={`${name}.weekdays`}
                label="Days"
                value={days}
                className="min-[18rem]:col-span-2 sm:col-span-1"
                options={[
                  ...(known
                    ? []
                    : [
                        {
                          id: days,
                          label: rule.weekdays.map((day) => weekdayNames[day]).join(', '),
                        },
                      ]),
                  ...daySets.map((daySet) => ({
                    id: JSON.stringify(daySet.days),
                    label: daySet.label,
                  })),
                ]}
                onValue={(value) => set({ weekdays: JSON.parse(value) as number[] })}
              />
              <PlainSelect
                name={`${name}.from_hour`}
                label="From"
                value={String(rule.from_hour)}
                options={numberOptions(
                  allHours.map((hour) => hour - 1),
                  formatHour,
                )}
                onValue={(value) => set({ from_hour: Number(value) })}
              />
              <PlainSelect
                name={`${name}.to_hour`}
                label="Until"
                value={String(rule.to_hour)}
                options={numberOptions(allHours, (hour) =>
                  hour === 24 ? 'Midnight' : formatHour(hour),
                )}
                onValue={(value) => set({ to_hour: Number(value) })}
              />
              <PlainInput
                name={`${name}.price`}
                label={`Price (${space.currency})`}
                error={errors[`${name}.price`]}
                inputMode="decimal"
                autoComplete="off"
                value={rule.price}
                onValue={(price) => set({ price })}
              />
              <RemoveRowButton
                label={`Remove price ${index + 1}`}
                className="mt-6.5"
                onPress={() => change({ price_rules: draft.price_rules.toSpliced(index, 1) })}
              />
              <RowError>{errors[name]}</RowError>
            </li>
          )
        })}
      </Rows>
      <AddButton
        onPress={() =>
          change({
            price_rules: [
              ...draft.price_rules,
              { weekdays: [0, 6], from_hour: 0, to_hour: 24, price: '' },
            ],
          })
        }
      >
        Add a price
      </AddButton>
    </FieldSection>
  )
}
