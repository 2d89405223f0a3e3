import { FieldSection } from '#web/features/listing/draft-field.tsx'
import { RemoveRowButton } from '#web/features/listing/remove-row-button.tsx'
import { PlainInput } from '#web/ui/plain-field.tsx'
import { HoursRow } from './hours-row.tsx'
import { AddButton, Rows } from './rows.tsx'
import type { SectionProps } from './rules-draft.ts'

export function DateExceptions({ draft, errors, change }: SectionProps) {
  return (
    <FieldSection title="Specific dates" hint="Holidays and other days with different hours.">
      <Rows>
        {draft.date_exceptions.map((row, index) => (
          <li
            key={index}
            data-rule={`date_exceptions.${index}`}
            className="flex flex-col gap-2 py-3"
          >
            <div className="flex items-start gap-3">
              <PlainInput
                type="date"
                name={`date_exceptions.${index}.date`}
                label="Date"
                error={errors[`date_exceptions.${index}.date`]}
                value={row.date}
                onValue={(date) =>
                  change({ date_exceptions: draft.date_exceptions.with(index, { ...row, date }) })
                }
              />
              <RemoveRowButton
                label={`Remove the hours of ${row.date || 'this date'}`}
                className="mt-6.5"
                onPress={() =>
                  change({ date_exceptions: draft.date_exceptions.toSpliced(index, 1) })
                }
              />
            </div>
            <HoursRow
              name={row.date || 'this date'}
              hours={row}
              error={errors[`date_exceptions.${index}`]}
              onChange={(next) =>
                change({
                  date_exceptions: draft.date_exceptions.with(index, { ...row, ...next }),
                })
              }
            />
          </li>
        ))}
      </Rows>
      <AddButton
        onPress={() =>
          change({
            date_exceptions: [
              ...draft.date_exceptions,
              { date: '', first_start: null, last_start: null, out_by: null },
            ],
          })
        }
      >
        Add a date
      </AddButton>
    </FieldSection>
  )
}
