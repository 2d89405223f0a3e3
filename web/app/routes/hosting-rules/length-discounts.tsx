import { FieldSection } from '#web/features/listing/draft-field.tsx'
import { RemoveRowButton } from '#web/features/listing/remove-row-button.tsx'
import { PlainInput, PlainSelect } from '#web/ui/plain-field.tsx'
import { allHours, hoursText, numberOptions } from './choices.ts'
import { AddButton, RowError, Rows } from './rows.tsx'
import type { SectionProps } from './rules-draft.ts'

export function LengthDiscounts({ draft, errors, change }: SectionProps) {
  return (
    <FieldSection
      title="Discounts for long bookings"
      hint="The discount applies to the price of the hours, not to extras."
    >
      <Rows>
        {draft.length_discounts.map((row, index) => {
          const set = (part: Partial<typeof row>) =>
            change({ length_discounts: draft.length_discounts.with(index, { ...row, ...part }) })
          return (
            <li
              key={index}
              data-rule={`length_discounts.${index}`}
              className="grid items-start gap-3 py-3 min-[18rem]:grid-cols-[1fr_1fr_auto]"
            >
              <PlainSelect
                name={`length_discounts.${index}.minimum_hours`}
                label="From"
                value={String(row.minimum_hours)}
                options={numberOptions(allHours.slice(1), hoursText)}
                onValue={(value) => set({ minimum_hours: Number(value) })}
              />
              <PlainInput
                name={`length_discounts.${index}.percentage`}
                label="Discount in %"
                error={errors[`length_discounts.${index}.percentage`]}
                inputMode="numeric"
                autoComplete="off"
                value={row.percentage}
                onValue={(percentage) => set({ percentage })}
              />
              <RemoveRowButton
                label={`Remove discount ${index + 1}`}
                className="mt-6.5"
                onPress={() =>
                  change({ length_discounts: draft.length_discounts.toSpliced(index, 1) })
                }
              />
              <RowError>{errors[`length_discounts.${index}`]}</RowError>
            </li>
          )
        })}
      </Rows>
      <AddButton
        onPress={() =>
          change({
            length_discounts: [...draft.length_discounts, { minimum_hours: 4, percentage: '' }],
          })
        }
      >
        Add a discount
      </AddButton>
    </FieldSection>
  )
}
